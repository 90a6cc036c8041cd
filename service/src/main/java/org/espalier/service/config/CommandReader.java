package org.espalier.service.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.command.ChoiceParameter;
import org.espalier.service.command.CommandTemplate;
import org.espalier.service.command.FileParameter;
import org.espalier.service.command.NumberParameter;
import org.espalier.service.command.Parameter;
import org.espalier.service.command.ServerCall;
import org.espalier.service.command.TextParameter;
import org.espalier.service.config.TaskCommands.TaskCommand;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Urgency;
import org.espalier.service.scheduling.Commands.Terms;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Setting;
import org.espalier.workload.pet.SizeClasses;

/**
 * Reads what tasks of each type run.
 *
 * <pre>{@code
 * task_types:
 *   resize:
 *     command: [convert, "{input}", -resize, "{width}", "out/{name}.png"]   # {machine}, {machine_type}
 *     # or one for each machine type: {gpu: [...], cpu: [...]}
 *     parameters:
 *       input: {file: images}                 # a file in a directory; must_exist: true
 *       width: {integer: [16, 4096], default: 640}
 *       name: {text: "[a-z0-9]+", longest: 40}
 *       # also {number: [0, 1]} and {choice: [fast, good]}
 *     output: keep                            # or discard
 *     limits: {time: 10 s, memory: 1 GiB, cpus: 2, processes: 50}   # of each run; beside those of its machine
 *     retry: {count: 3, delay: 10 s, on: [lost, failed]}
 *     breaker: {failures: 5, pause: 30 s}
 * }</pre>
 *
 * Where nothing is run in truth, a task type needs no command, and no entry.
 */
final class CommandReader {
  private static final String COMMAND = "command";
  private static final String REQUEST = "request";
  private static final int LONGEST_TEXT = 200;

  /** What becomes of standard output and error. */
  private enum Output {
    KEEP,
    DISCARD
  }

  /** What must become of each task of a type. */
  private enum Must {
    COMPLETE
  }

  private final DocumentNode root;
  private final HcSystem system;
  private final Set<String> servers;
  private final boolean runs;
  private final boolean setsFrequencies;
  private final Map<String, SizeClasses> sizes;

  /** The row of the PET by task type; the first one of those of which the size matters. */
  private final Map<String, String> rows = new LinkedHashMap<>();

  private final Map<String, Urgency> urgencies;

  /**
   * A reader of task types that need something.
   *
   * @param sizes the classes of those of which the size matters
   * @param servers the machines that are servers, which take requests; others run commands
   * @param runs whether anything is run in truth
   * @param setsFrequencies whether P-states that are named by frequencies are set by cpufreq
   */
  CommandReader(
      DocumentNode root,
      HcSystem system,
      Map<String, SizeClasses> sizes,
      Set<String> servers,
      boolean runs,
      boolean setsFrequencies) {
    this.root = root;
    this.system = system;
    this.sizes = sizes;
    this.servers = servers;
    this.runs = runs;
    this.setsFrequencies = setsFrequencies;
    this.urgencies = TermsReader.urgencies(root);
    Map<String, String> typesOfRows = new HashMap<>();
    sizes.forEach((type, classes) -> classes.rows(type).forEach(row -> typesOfRows.put(row, type)));
    system
        .taskTypes()
        .forEach(
            row -> rows.putIfAbsent(typesOfRows.getOrDefault(row.name(), row.name()), row.name()));
  }

  /** The commands of all task types; those with problems are left out. */
  TaskCommands read() {
    Map<String, TaskCommand> commands = new LinkedHashMap<>();
    if (!runs) {
      rows.keySet().forEach(type -> commands.put(type, TaskCommand.NONE));
    }
    Setting<DocumentNode> setting = root.mapping("task_types");
    Optional<DocumentNode> block = runs ? setting.required() : setting.find();
    block.ifPresent(node -> readAll(node, commands));
    return new TaskCommands(
        commands,
        system.machines().stream().collect(Collectors.toMap(Machine::name, Machine::type)),
        TermsReader.priorities(root),
        urgencies,
        TermsReader.quotas(root));
  }

  private void readAll(DocumentNode block, Map<String, TaskCommand> commands) {
    Set<String> known = rows.keySet();
    Set<String> named = new LinkedHashSet<>(block.keys());
    for (String name : named) {
      Optional<DocumentNode> node = block.mapping(name).find();
      if (known.contains(name)) {
        node.flatMap(type -> command(name, type)).ifPresent(command -> commands.put(name, command));
      } else {
        block.report(name, "is no task type of the system", () -> Names.remedy(name, known));
      }
    }
    for (String name : known) {
      if (runs && !named.contains(name)) {
        block.report(
            "has no %s for task type %s of the system".formatted(what(name), name),
            "add %s: {%s}"
                .formatted(name, isRequest(name) ? "request: {path: /...}" : "command: [...]"));
      }
    }
  }

  /** The key of what a task type needs. */
  private String what(String taskType) {
    return isRequest(taskType) ? REQUEST : COMMAND;
  }

  /** Whether a task type is a request: all machines that can run it are servers. */
  private boolean isRequest(String taskType) {
    return !servers.isEmpty() && able(taskType).allMatch(each -> servers.contains(each.name()));
  }

  /** Whether the machines that can run a task type are of one kind; if not, that is reported. */
  private boolean areAlike(String taskType, DocumentNode node) {
    Map<Boolean, Set<String>> able =
        able(taskType)
            .collect(
                Collectors.partitioningBy(
                    each -> servers.contains(each.name()),
                    Collectors.mapping(Machine::name, Collectors.toCollection(TreeSet::new))));
    boolean alike = able.values().stream().anyMatch(Set::isEmpty);
    if (!alike) {
      node.report(
          "can run on servers (%s) and on machines that run commands (%s)"
              .formatted(String.join(", ", able.get(true)), String.join(", ", able.get(false))),
          "take it from the PET for one kind, or make two task types of it");
    }
    return alike;
  }

  private Optional<TaskCommand> command(String taskType, DocumentNode node) {
    List<Parameter> parameters = parameters(node);
    boolean isRequest =
        (runs && areAlike(taskType, node)) ? isRequest(taskType) : node.has(REQUEST);
    String what = isRequest ? REQUEST : COMMAND;
    if (node.has(isRequest ? COMMAND : REQUEST)) {
      node.report(
          isRequest ? COMMAND : REQUEST,
          "is for another back end",
          isRequest
              ? "give a request, or write backend: local"
              : servers.isEmpty() ? "write backend: http" : "give a command");
    }
    Map<String, List<String>> named = arguments(taskType, node, what);
    boolean keeps = node.choice("output", Output.class).orElse(Output.KEEP) == Output.KEEP;
    Retry retry = TermsReader.retry(node);
    Optional<Breaker> breaker = node.mapping("breaker").find().map(TermsReader::breaker);
    LaunchLimits limits =
        node.mapping("limits").find().map(TermsReader::limits).orElse(LaunchLimits.NONE);
    Optional<Duration> deadline = node.duration("deadline").find();
    Optional<Boolean> durable = durable(node, isRequest);
    Optional<Integer> largest = HttpReader.size(node, "largest_body");
    double worth = TermsReader.worth(node, "worth").orElse(1.0);
    boolean must = node.choice("must", Must.class).find().isPresent();
    Optional<Urgency> urgency = node.choice("urgency", urgencies).find();
    if (must && urgency.isPresent()) {
      node.report("urgency", "stands beside must: complete", "leave one of them out");
    }
    Optional<SizeClasses> size = Optional.ofNullable(sizes.get(taskType));
    if (node.has("size") && size.isPresent()) {
      checkSize(size.get(), parameters, node);
    }
    node.rejectUnknownKeys();
    if (named.isEmpty() && (runs || node.has(what))) {
      return Optional.empty();
    }
    boolean says = !named.isEmpty();
    Optional<Map<String, CommandTemplate>> templates =
        says
            ? templates(node, named, parameters, what)
            : Optional.of(Map.of(TaskCommands.OF_ALL, CommandTemplate.none(parameters)));
    Terms terms = new Terms(keeps, limits, retry, breaker, deadline, largest, worth, must, urgency);
    Optional<TaskCommand> command =
        templates.map(all -> new TaskCommand(all, says && isRequest, durable, size, terms));
    if (runs) {
      command.ifPresent(read -> checkPStates(taskType, read, node, what));
    }
    return command;
  }

  /**
   * What runs in truth is in the P-state that was decided only where its command brings it about.
   */
  private void checkPStates(String taskType, TaskCommand command, DocumentNode node, String what) {
    String untold =
        able(taskType)
            .map(Machine::type)
            .distinct()
            .filter(type -> type.pStates().size() > 1)
            .filter(type ->
                !setsFrequencies
                    || command.isRequest()
                    || BackendReader.frequencies(type).isEmpty())
            .map(MachineType::name)
            .filter(type -> !command.on(type).takesPState())
            .collect(Collectors.joining(", "));
    if (!untold.isEmpty()) {
      node.report(
          what,
          "does not bring about the P-states of " + untold,
          "hand it the name of its P-state as {p_state}, name P-states by frequencies that cpufreq"
              + " sets, as 3.4 GHz, on backend local, describe one P-state, or take backend:"
              + " simulated");
    }
  }

  private static void checkSize(SizeClasses size, List<Parameter> parameters, DocumentNode node) {
    if (size.parameter().isPresent()
        && parameters.stream()
            .filter(NumberParameter.class::isInstance)
            .noneMatch(each -> each.name().equals(size.parameter().get()))) {
      node.report(
          "size",
          "is that of %s, which is no parameter with a number".formatted(size.parameter().get()),
          "write of: body, or the name of a parameter that is an integer or a number");
    }
  }

  /** The arguments by machine type; one without a name if all have the same. Empty if wrong. */
  private Map<String, List<String>> arguments(String taskType, DocumentNode node, String what) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    Optional<DocumentNode> byType =
        node.node(what)
            .find()
            .filter(DocumentNode::isMapping)
            .filter(block -> what.equals(COMMAND) || !block.has("path"));
    if (byType.isEmpty()) {
      arguments(node, what, what, runs).ifPresent(items -> named.put(TaskCommands.OF_ALL, items));
      return named;
    }
    DocumentNode block = byType.get();
    Set<String> able =
        able(taskType)
            .map(machine -> machine.type().name())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    able.stream()
        .filter(type -> !block.has(type))
        .forEach(type ->
            block.report(
                "has no %s for machine type %s, which can run %s".formatted(what, type, taskType),
                "add %s: %s".formatted(type, what.equals(COMMAND) ? "[...]" : "{path: /...}")));
    for (String type : block.keys()) {
      if (able.contains(type)) {
        arguments(block, what, type, false).ifPresent(items -> named.put(type, items));
      } else {
        block.report(
            type, "is no machine type that can run " + taskType, () -> Names.remedy(type, able));
      }
    }
    return named.keySet().equals(able) ? named : Map.of();
  }

  /** The arguments at a key. */
  private static Optional<List<String>> arguments(
      DocumentNode node, String what, String key, boolean isNeeded) {
    if (what.equals(REQUEST)) {
      Setting<DocumentNode> request = node.mapping(key);
      return (isNeeded ? request.required() : request.find()).flatMap(MachinesReader::request);
    }
    Setting<List<DocumentNode>> command = node.list(key);
    return (isNeeded ? command.required() : command.find()).map(DocumentNode::texts);
  }

  private Stream<Machine> able(String taskType) {
    int task =
        system.taskTypes().stream()
            .filter(type -> type.name().equals(rows.get(taskType)))
            .findFirst()
            .orElseThrow()
            .id();
    return system.machines().stream()
        .filter(machine -> system.pet().canRun(task, machine.type().id()));
  }

  /** The templates of commands by machine type; what is wrong with them is reported. */
  private static Optional<Map<String, CommandTemplate>> templates(
      DocumentNode node, Map<String, List<String>> named, List<Parameter> parameters, String what) {
    List<String> faults = new ArrayList<>();
    Map<String, CommandTemplate> templates = new LinkedHashMap<>();
    named.forEach((type, arguments) -> {
      List<Parameter> here =
          named.size() == 1 ? parameters : CommandTemplate.standingIn(arguments, parameters);
      List<String> wrong = new ArrayList<>(CommandTemplate.faults(arguments, here));
      if (what.equals(REQUEST)) {
        wrong.addAll(ServerCall.faults(arguments, here));
      }
      wrong.forEach(
          fault -> faults.add(type.equals(TaskCommands.OF_ALL) ? fault : type + ": " + fault));
      if (wrong.isEmpty()) {
        templates.put(type, new CommandTemplate(arguments, parameters));
      }
    });
    if (named.size() > 1) {
      List<String> all = named.values().stream().flatMap(List::stream).toList();
      List<Parameter> standing = CommandTemplate.standingIn(all, parameters);
      parameters.stream()
          .filter(parameter -> !standing.contains(parameter))
          .forEach(parameter ->
              faults.add("parameter %s stands in no %s".formatted(parameter.name(), what)));
    }
    faults.forEach(fault -> node.report(what, fault, "mend the " + what));
    return faults.isEmpty() ? Optional.of(templates) : Optional.empty();
  }

  /** Commands that run on after a kill must be known, so that they are found again. */
  private Optional<Boolean> durable(DocumentNode node, boolean isRequest) {
    Optional<Boolean> said = node.flag("durable").find();
    if (isRequest || !runs) {
      return said;
    }
    if (said.equals(Optional.of(false))) {
      node.report(
          "durable", "commands go on after a kill, and must be found again", "leave it out");
    }
    return Optional.of(true);
  }

  private List<Parameter> parameters(DocumentNode node) {
    return List.copyOf(node.block("parameters").each(this::parameter).values());
  }

  private Optional<Parameter> parameter(String name, DocumentNode node) {
    Optional<String> fallback = node.string("default").find();
    try {
      Optional<Parameter> parameter = parameter(name, fallback, node);
      node.rejectUnknownKeys();
      parameter.ifPresent(Parameter::check);
      if (parameter.isEmpty()) {
        node.report(
            "says no kind of parameter",
            "write one of text, integer, number, choice, file, as in {integer: [1, 100]}");
      }
      return parameter;
    } catch (IllegalArgumentException e) {
      return node.report(String.valueOf(e.getMessage()), "mend the parameter");
    }
  }

  private Optional<Parameter> parameter(String name, Optional<String> fallback, DocumentNode node) {
    if (node.has("text")) {
      Optional<String> pattern = node.string("text").find().filter(text -> !text.equals("any"));
      int longest = node.integer("longest", 1, TextParameter.LONGEST).orElse(LONGEST_TEXT);
      boolean option = node.flag("may_be_option").orElse(false);
      return Optional.of(TextParameter.of(name, fallback, pattern, longest, option));
    }
    if (node.has("integer")) {
      List<DocumentNode> range = range(node, "integer");
      return Optional.of(
          NumberParameter.whole(
              name, fallback, whole(range, 0, Long.MIN_VALUE), whole(range, 1, Long.MAX_VALUE)));
    }
    if (node.has("number")) {
      List<DocumentNode> range = range(node, "number");
      return Optional.of(
          NumberParameter.real(
              name,
              fallback,
              number(range, 0, -Double.MAX_VALUE),
              number(range, 1, Double.MAX_VALUE)));
    }
    if (node.has("choice")) {
      List<String> choices = DocumentNode.texts(node.list("choice").orElse(List.of()));
      return Optional.of(new ChoiceParameter(name, fallback, choices));
    }
    if (node.has("file")) {
      return node.fileName("file")
          .find()
          .map(directory ->
              new FileParameter(
                  name, fallback, node.resolve(directory), node.flag("must_exist").orElse(false)));
    }
    return Optional.empty();
  }

  /** The bounds of a range: two, or none. */
  private static List<DocumentNode> range(DocumentNode node, String key) {
    List<DocumentNode> range = node.list(key).orElse(List.of());
    if (!range.isEmpty() && range.size() != 2) {
      node.report(key, "does not fit", "expected [least, greatest], or []");
    }
    return range;
  }

  private static long whole(List<DocumentNode> range, int index, long byDefault) {
    return index < range.size()
        ? range.get(index).asLong(Long.MIN_VALUE, Long.MAX_VALUE).orElse(byDefault)
        : byDefault;
  }

  private static double number(List<DocumentNode> range, int index, double byDefault) {
    return index < range.size()
        ? range.get(index).asNumber(-Double.MAX_VALUE, Double.MAX_VALUE).orElse(byDefault)
        : byDefault;
  }
}
