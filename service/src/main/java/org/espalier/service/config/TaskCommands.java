package org.espalier.service.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.command.ChoiceParameter;
import org.espalier.service.command.CommandTemplate;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.scheduling.Commands;

/** The commands of a live system's task types. */
final class TaskCommands implements Commands {
  /**
   * What tasks of a type run.
   *
   * @param templates by machine type, or one for all, with the same parameters
   * @param keepsOutput whether standard output and error are kept
   * @param limits what each may use
   * @param retry whether tasks may start again
   */
  record TaskCommand(
      Map<String, CommandTemplate> templates,
      boolean keepsOutput,
      LaunchLimits limits,
      Retry retry) {
    TaskCommand {
      templates = Map.copyOf(templates);
    }

    private CommandTemplate any() {
      return templates.values().iterator().next();
    }

    /** The command of a task type of which nothing is said, where nothing is run. */
    static final TaskCommand NONE =
        new TaskCommand(
            Map.of(OF_ALL, CommandTemplate.none(List.of())), false, LaunchLimits.NONE, Retry.NEVER);
  }

  /** In place of the name of a machine type where all have the same command. */
  static final String OF_ALL = "";

  private final Map<String, TaskCommand> commands;
  private final Map<String, String> machineTypes;

  /**
   * Those of a system.
   *
   * @param commands by task type
   * @param machineTypes the type of each machine
   */
  TaskCommands(Map<String, TaskCommand> commands, Map<String, String> machineTypes) {
    this.machineTypes = Map.copyOf(machineTypes);
    this.commands = Collections.unmodifiableMap(new LinkedHashMap<>(commands));
  }

  private TaskCommand of(String type) {
    TaskCommand command = commands.get(type);
    if (command == null) {
      throw new IllegalArgumentException("task type %s has no command".formatted(type));
    }
    return command;
  }

  @Override
  public List<Fault> faults(Submission submission, String pointer) {
    return of(submission.type()).templates().values().stream()
        .flatMap(template -> template.check(submission.parameters()).stream())
        .distinct()
        .map(
            problem -> new Fault(pointer + "/parameters/" + problem.parameter(), problem.message()))
        .toList();
  }

  @Override
  public List<String> command(Submission submission, String machine) {
    TaskCommand command = of(submission.type());
    String type = machineTypes.getOrDefault(machine, OF_ALL);
    return command
        .templates()
        .getOrDefault(type, command.any())
        .expand(submission.parameters(), machine, type);
  }

  @Override
  public boolean keepsOutput(String type) {
    return of(type).keepsOutput();
  }

  @Override
  public LaunchLimits limits(String type) {
    return of(type).limits();
  }

  /** The limits of all task types. */
  Map<String, LaunchLimits> limits() {
    return commands.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, type -> type.getValue().limits()));
  }

  @Override
  public Retry retry(String type) {
    return of(type).retry();
  }

  @Override
  public Map<String, List<String>> choices(String type) {
    return of(type).any().parameters().stream()
        .filter(ChoiceParameter.class::isInstance)
        .map(ChoiceParameter.class::cast)
        .collect(Collectors.toMap(ChoiceParameter::name, ChoiceParameter::choices));
  }

  @Override
  public List<TaskTypeView> views() {
    return commands.entrySet().stream()
        .map(e -> new TaskTypeView(e.getKey(), e.getValue().any().descriptions()))
        .toList();
  }
}
