package org.espalier.service.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.model.MachineType;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.command.ChoiceParameter;
import org.espalier.service.command.CommandTemplate;
import org.espalier.service.command.NumberParameter;
import org.espalier.service.command.Parameter;
import org.espalier.service.live.ParameterView;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Urgency;
import org.espalier.service.scheduling.Commands;
import org.espalier.workload.pet.SizeClasses;

/** The commands of a live system's task types. */
final class TaskCommands implements Commands {
  /**
   * What tasks of a type run.
   *
   * @param templates by machine type, or one for all, with the same parameters
   * @param isRequest whether they are requests to servers
   * @param isDurable whether what is done about them waits until it is durable; empty if that is so
   *     of those that are not invoked
   * @param size classes of sizes with times of their own; empty if all have the same
   * @param terms what holds for them else
   */
  record TaskCommand(
      Map<String, CommandTemplate> templates,
      boolean isRequest,
      Optional<Boolean> isDurable,
      Optional<SizeClasses> size,
      Terms terms) {
    /** The one on machines of a type. */
    CommandTemplate on(String machineType) {
      return templates.getOrDefault(machineType, any());
    }

    private CommandTemplate any() {
      return templates.values().iterator().next();
    }

    /** The command of a task type of which nothing is said, where nothing is run. */
    static final TaskCommand NONE =
        new TaskCommand(
            Map.of(OF_ALL, CommandTemplate.none(List.of())),
            false,
            Optional.empty(),
            Optional.empty(),
            Terms.NONE);

    /** The size of a task; 0 where it says none, as under another configuration. */
    private double size(Submission submission, SizeClasses classes) {
      if (classes.parameter().isEmpty()) {
        return submission.bodyBytes();
      }
      String name = classes.parameter().get();
      try {
        return Optional.ofNullable(submission.parameters().get(name))
            .or(() -> fallback(name))
            .map(Double::valueOf)
            .orElse(0.0);
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    private Optional<String> fallback(String parameter) {
      return any().parameters().stream()
          .filter(each -> each.name().equals(parameter))
          .findFirst()
          .flatMap(Parameter::fallback);
    }
  }

  /** In place of the name of a machine type where all have the same command. */
  static final String OF_ALL = "";

  private final Map<String, TaskCommand> commands;
  private final Map<String, MachineType> machineTypes;
  private final Map<String, Double> priorities;
  private final Map<String, Urgency> urgencies;
  private final Map<String, Quota> quotas;

  /**
   * Those of a system.
   *
   * @param commands by task type
   * @param machineTypes the type of each machine
   * @param priorities what tasks of the operator's priorities are worth
   * @param urgencies how that may fall with time, by name
   * @param quotas what users may have, by name
   */
  TaskCommands(
      Map<String, TaskCommand> commands,
      Map<String, MachineType> machineTypes,
      Map<String, Double> priorities,
      Map<String, Urgency> urgencies,
      Map<String, Quota> quotas) {
    this.urgencies = Collections.unmodifiableMap(new LinkedHashMap<>(urgencies));
    this.quotas = Map.copyOf(quotas);
    this.priorities = Collections.unmodifiableMap(new LinkedHashMap<>(priorities));
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
  public Quota quota(String user) {
    Quota own = quotas.get(user);
    return own == null ? quotas.getOrDefault(TermsReader.OTHERS, Quota.NONE) : own;
  }

  @Override
  public List<Fault> faults(Submission submission, String pointer) {
    TaskCommand command = of(submission.type());
    List<Fault> faults =
        command.templates().values().stream()
            .flatMap(template -> template.check(submission.untraced()).stream())
            .distinct()
            .map(problem ->
                new Fault(pointer + "/parameters/" + problem.parameter(), problem.message()))
            .toList();
    return faults.isEmpty() && command.isRequest()
        ? requestFaults(command, submission.untraced(), pointer)
        : faults;
  }

  /** A value may be fine by itself and make a request of another kind, as one to another path. */
  private static List<Fault> requestFaults(
      TaskCommand command, Map<String, String> parameters, String pointer) {
    List<Fault> faults = new ArrayList<>();
    command
        .templates()
        .forEach((type, template) -> {
          try {
            List<String> unused = template.call(parameters, CommandTemplate.place("", type, ""));
          } catch (IllegalArgumentException e) {
            faults.add(new Fault(pointer + "/parameters", String.valueOf(e.getMessage())));
          }
        });
    return faults;
  }

  /** Whether a task type's command on a type of machines is handed the P-state. */
  boolean takesPState(String taskType, MachineType machineType) {
    TaskCommand command = commands.get(taskType);
    return command == null || command.on(machineType.name()).takesPState();
  }

  @Override
  public List<String> command(Submission submission, String machine, int pState) {
    TaskCommand command = of(submission.type());
    Optional<MachineType> type = Optional.ofNullable(machineTypes.get(machine));
    String name = type.map(MachineType::name).orElse(OF_ALL);
    CommandTemplate template = command.on(name);
    Map<String, String> parameters = submission.parametersOfCommand();
    Map<String, String> place =
        CommandTemplate.place(
            machine,
            name,
            type.filter(found -> pState < found.pStates().size())
                .map(found -> found.pStates().get(pState).name())
                .orElse(""));
    return command.isRequest()
        ? template.call(parameters, place)
        : template.expand(parameters, place);
  }

  @Override
  public String row(Submission submission) {
    TaskCommand command = commands.get(submission.type());
    return command == null
        ? ""
        : command
            .size()
            .map(classes -> classes.row(submission.type(), command.size(submission, classes)))
            .orElse(submission.type());
  }

  @Override
  public Terms terms(String type) {
    TaskCommand command = commands.get(type);
    return command == null ? Terms.NONE : command.terms();
  }

  @Override
  public boolean takesBody(String type) {
    TaskCommand command = of(type);
    return command.isRequest()
        && command.templates().values().stream().allMatch(CommandTemplate::takesBody);
  }

  /** Whether tasks of a type can be served as another: both take the same. */
  boolean mayServe(String type, String version) {
    TaskCommand whole = commands.get(type);
    TaskCommand poorer = commands.get(version);
    return whole == null
        || (poorer != null
            && whole.isRequest() == poorer.isRequest()
            && takesBody(type) == takesBody(version)
            && described(whole).equals(described(poorer)));
  }

  private static List<String> described(TaskCommand command) {
    return command.any().parameters().stream().map(Parameter::description).toList();
  }

  /** Whether some tasks are requests to servers. */
  boolean haveRequests() {
    return commands.values().stream().anyMatch(TaskCommand::isRequest);
  }

  /** Whether some tasks must be completed. */
  boolean mustSome() {
    return commands.values().stream().anyMatch(type -> type.terms().must());
  }

  /** Whether some tasks may be worth more than others by what is said here. */
  boolean differInWorth() {
    return !priorities.isEmpty()
        || quotas.values().stream().anyMatch(quota -> quota.weight() != 1)
        || commands.values().stream().anyMatch(type -> type.terms().worth() != 1);
  }

  @Override
  public Map<String, Double> priorities() {
    return priorities;
  }

  @Override
  public Map<String, Urgency> urgencies() {
    return urgencies;
  }

  @Override
  public boolean isDurable(Submission submission) {
    TaskCommand command = commands.get(submission.type());
    return command == null || command.isDurable().orElse(!submission.isInvoked());
  }

  /** The limits of all task types. */
  Map<String, LaunchLimits> limits() {
    return commands.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, type -> type.getValue().terms().limits()));
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
        .map(e ->
            new TaskTypeView(
                e.getKey(),
                e.getValue().any().descriptions(),
                e.getValue().any().parameters().stream().map(TaskCommands::view).toList()))
        .toList();
  }

  private static ParameterView view(Parameter parameter) {
    return new ParameterView(
        parameter.name(),
        parameter.values(),
        parameter.fallback(),
        parameter instanceof ChoiceParameter choice ? choice.choices() : List.of(),
        parameter instanceof NumberParameter number
            ? Optional.of(new ParameterView.Range(number.least(), number.most(), number.isWhole()))
            : Optional.empty());
  }
}
