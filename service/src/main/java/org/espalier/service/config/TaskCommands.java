package org.espalier.service.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.command.ChoiceParameter;
import org.espalier.service.command.CommandTemplate;
import org.espalier.service.live.LiveService.TaskTypeView;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.Commands;

/** The commands of a live system's task types. */
final class TaskCommands implements Commands {
  /**
   * What tasks of a type run.
   *
   * @param keepsOutput whether standard output and error are kept
   * @param limits what each may use
   * @param retry whether tasks may start again
   */
  record TaskCommand(
      CommandTemplate template, boolean keepsOutput, LaunchLimits limits, Retry retry) {
    /** The command of a task type of which nothing is said, where nothing is run. */
    static final TaskCommand NONE =
        new TaskCommand(CommandTemplate.none(List.of()), false, LaunchLimits.NONE, Retry.NEVER);
  }

  private final Map<String, TaskCommand> commands;

  TaskCommands(Map<String, TaskCommand> commands) {
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
    return of(submission.type()).template().check(submission.parameters()).stream()
        .map(
            problem -> new Fault(pointer + "/parameters/" + problem.parameter(), problem.message()))
        .toList();
  }

  @Override
  public List<String> command(Submission submission) {
    return of(submission.type()).template().expand(submission.parameters());
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
    return of(type).template().parameters().stream()
        .filter(ChoiceParameter.class::isInstance)
        .map(ChoiceParameter.class::cast)
        .collect(Collectors.toMap(ChoiceParameter::name, ChoiceParameter::choices));
  }

  @Override
  public List<TaskTypeView> views() {
    return commands.entrySet().stream()
        .map(e -> new TaskTypeView(e.getKey(), e.getValue().template().descriptions()))
        .toList();
  }
}
