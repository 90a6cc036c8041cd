package org.espalier.profiler.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.profiler.host.EnergySource;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Setting;

/** Reads a machine of a plan. */
record MachineReader(DocumentNode node) {
  private static final int MOST_CORES = 65_536;
  private static final int MOST_NICE = 19;

  PlannedMachine read() {
    String name = node.string("name").required("machine");
    SampleCsv.problemOfName(name)
        .ifPresent(problem -> node.report("name", "the name " + problem, "change it"));
    Optional<EnergySource> energy = node.choice("energy", EnergySource.class).find();
    Optional<List<String>> powerCommand = PlanCommands.read(node, "power_command");
    if (energy.isPresent() && powerCommand.isPresent()) {
      node.report("power_command", "contradicts energy", "leave out one of the two");
    }
    PlannedMachine machine =
        new PlannedMachine(
            Place.of(node),
            name,
            ssh(),
            cores(),
            node.integer("niceness", 0, MOST_NICE).orElse(0),
            pStates(),
            instruments(energy, powerCommand),
            powerCommand.isPresent()
                || (energy.isPresent()
                    && energy.get() != EnergySource.AUTOMATIC
                    && energy.get() != EnergySource.NONE));
    node.rejectUnknownKeys();
    return machine;
  }

  private Optional<Ssh> ssh() {
    Optional<String> destination = node.string("ssh").find();
    Optional<List<String>> command = PlanCommands.read(node, "ssh_command");
    if (command.isPresent() && destination.isEmpty()) {
      node.report("ssh_command", "there is no ssh to go with it", "add ssh: user@host");
    }
    if (destination.filter(text -> text.startsWith("-")).isPresent()) {
      return node.report("ssh", "is no machine", "expected host or user@host");
    }
    return destination
        .map(Ssh::to)
        .map(ssh -> command.map(MachineReader::words).map(ssh::by).orElse(ssh));
  }

  /** A line for ssh is split at blanks: it is a program with options. */
  private static List<String> words(List<String> command) {
    boolean isLine = command.size() == 3 && command.getFirst().equals("sh");
    return isLine ? List.of(command.getLast().split("\\s+")) : command;
  }

  private PlannedMachine.Cores cores() {
    boolean isAll = isWord(node, "cores", "all");
    List<Integer> measured = isAll ? List.of() : numbers("cores");
    List<Integer> corunners = numbers("corunner_cores");
    if (corunners.stream().anyMatch(measured::contains)) {
      node.report(
          "corunner_cores", "has cores of the measured application", "give each core to one");
    }
    if (!corunners.isEmpty() && measured.isEmpty()) {
      node.report("corunner_cores", "there are no cores to go with them", "add cores: [0]");
    }
    return new PlannedMachine.Cores(measured, corunners, isAll || !measured.isEmpty());
  }

  /** Whether a key has this one word. */
  static boolean isWord(DocumentNode node, String key, String word) {
    return node.node(key)
        .find()
        .filter(DocumentNode::isScalar)
        .flatMap(found -> found.asString().find())
        .filter(word::equals)
        .isPresent();
  }

  private List<Integer> numbers(String key) {
    String orAll = key.equals("cores") ? ", or all" : "";
    return distinct(
        key,
        item -> item.asInteger(0, MOST_CORES),
        "name each core once",
        "names no cores",
        "expected as [0, 1]" + orAll);
  }

  private <T> List<T> distinct(
      String key,
      Function<DocumentNode, Setting<T>> read,
      String once,
      String none,
      String expected) {
    List<T> values = new ArrayList<>();
    List<DocumentNode> items = node.oneOrMore(key).orElse(List.of());
    for (DocumentNode item : items) {
      Optional<T> value = read.apply(item).find();
      if (value.filter(values::contains).isPresent()) {
        item.report("is there twice", once);
      }
      value.ifPresent(values::add);
    }
    if (node.has(key) && items.isEmpty()) {
      node.report(key, none, expected);
    }
    return values;
  }

  private Optional<List<Long>> pStates() {
    if (!node.has("p_states")) {
      return Optional.empty();
    }
    if (isWord(node, "p_states", "all")) {
      return Optional.of(List.of());
    }
    List<Long> hertz =
        distinct(
            "p_states",
            item -> item.asValue("all, or " + Hertz.HINT, Hertz::parse),
            "name each frequency once",
            "names no frequencies",
            "expected as [3.4 GHz, 2.0 GHz], or all");
    return Optional.of(hertz.stream().sorted(Comparator.reverseOrder()).toList());
  }

  private InstrumentSettings instruments(
      Optional<EnergySource> energy, Optional<List<String>> powerCommand) {
    InstrumentSettings usual = InstrumentSettings.defaults();
    return new InstrumentSettings(
        energy.orElse(usual.energy()),
        powerCommand,
        node.duration("subtract_idle").find(),
        node.duration("power_interval").orElse(usual.interval()));
  }
}
