package org.espalier.service.config;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.agent.HostAndPort;
import org.espalier.service.agent.SlurmSettings;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.BackendProvider;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.Containment;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.backend.MixedSettings;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.workload.cpufreq.CpuList;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads what runs the tasks. Of the keys of single kinds, those of the kind that {@code backend}
 * names may stand there.
 */
final class BackendReader {
  private static final long DEFAULT_OUTPUT = 256L << 20;

  /** The variables that tell a command what it is and where it runs. */
  private static final Set<String> OF_THE_RUN =
      Stream.of("MACHINE", "MACHINE_TYPE", "P_STATE", "TASK", "ATTEMPT", "DEADLINE", "CPUS", "GPUS")
          .map("ESPALIER_"::concat)
          .collect(Collectors.toSet());

  private static final long DEFAULT_SEED = 1;

  /** The kinds of back ends that a file can name, each with the keys that are its own. */
  private enum Kind {
    LOCAL("machines kept_output working_directory environment containment"),
    AGENTS(LOCAL, "gate slurm scale"),
    HTTP("machines"),
    SIMULATED("seed");

    private final List<String> keys;

    Kind(String keys) {
      this.keys = List.of(keys.split(" "));
    }

    /** One that has the keys of another too. */
    Kind(Kind other, String more) {
      this(String.join(" ", other.keys) + " " + more);
    }

    String word() {
      return Names.word(this);
    }
  }

  private final DocumentNode root;
  private final HcSystem system;

  /** Empty where another word stands there, so that nothing more is said of it. */
  private final Optional<Kind> kind;

  private final Optional<BackendProvider> plugin;

  BackendReader(DocumentNode root, HcSystem system, ServiceLoader<BackendProvider> plugins) {
    this.root = root;
    this.system = system;
    this.plugin =
        plugins.stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals(root.written().get("backend")))
            .findFirst();
    Optional<Kind> named =
        plugin.isPresent() ? Optional.empty() : root.choice("backend", Kind.class).find();
    this.kind = named.isPresent() || root.has("backend") ? named : Optional.of(Kind.LOCAL);
  }

  /** The keys that belong to one kind or another. */
  static List<String> keys() {
    return Stream.of(Kind.values()).flatMap(kind -> kind.keys.stream()).distinct().toList();
  }

  /** Whether nothing is run in truth. */
  boolean isSimulated() {
    return plugin.isEmpty() && kind.filter(named -> named != Kind.SIMULATED).isEmpty();
  }

  /** Whether it may set frequencies of this computer. */
  boolean setsFrequencies() {
    return plugin.isEmpty() && kind.filter(named -> named == Kind.LOCAL).isPresent();
  }

  /**
   * The machines that are servers, by name: all, none, or those that a file gives a {@code url}.
   */
  Set<String> servers() {
    return switch (kind.orElse(Kind.SIMULATED)) {
      case HTTP -> system.machines().stream().map(Machine::name).collect(Collectors.toSet());
      case LOCAL, AGENTS -> new MachinesReader(root, system).named();
      case SIMULATED -> Set.of();
    };
  }

  /**
   * The settings of the kind that is named; problems are reported.
   *
   * @param data where the service keeps its files
   */
  BackendSettings read(TaskCommands commands, Path data) {
    if (plugin.isPresent()) {
      return plugin(plugin.get());
    }
    kind.ifPresentOrElse(this::refuseOthers, () -> keys().forEach(root::has));
    return switch (kind.orElse(Kind.SIMULATED)) {
      case LOCAL -> mixed(local(commands, data));
      case AGENTS -> mixed(agents(commands, data));
      case HTTP -> new MachinesReader(root, system).servers(servers());
      case SIMULATED ->
          new SimulatedSettings(
              system,
              root.longInteger("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(DEFAULT_SEED));
    };
  }

  private BackendSettings plugin(BackendProvider provider) {
    Optional<DocumentNode> block = root.mapping(provider.name()).required();
    Optional<BackendFactory> factory = block.map(keys -> provider.read(keys, system));
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    return factory
        .<BackendSettings>map(f -> new BackendProvider.Settings(provider.name(), f))
        .orElseGet(() -> new SimulatedSettings(system, DEFAULT_SEED));
  }

  private void refuseOthers(Kind own) {
    keys().stream()
        .filter(key -> !own.keys.contains(key) && root.has(key))
        .forEach(key -> refuse(key, own));
  }

  private void refuse(String key, Kind own) {
    Kind other =
        Stream.of(Kind.values()).filter(kind -> kind.keys.contains(key)).findFirst().orElseThrow();
    root.report(
        key,
        "is a key of back end %s, and this is back end %s".formatted(other.word(), own.word()),
        "remove it, or write backend: %s".formatted(other.word()));
  }

  private BackendSettings mixed(BackendSettings commands) {
    return servers().isEmpty()
        ? commands
        : new MixedSettings(commands, new MachinesReader(root, system).servers(servers()));
  }

  private LocalSettings local(TaskCommands commands, Path data) {
    long kept = root.bytes("kept_output").orElse(DEFAULT_OUTPUT);
    Path working = root.resolve(root.fileName("working_directory").orElse("."));
    if (!Files.isDirectory(working)) {
      root.report("working_directory", "is no directory", "make it, or name another");
    }
    Map<String, MachineLimits> machines = new MachinesReader(root, system).limits(servers());
    return new LocalSettings(
        LocalSettings.home(data),
        machines,
        kept,
        working,
        environment(LocalSettings.passedOn()),
        commands.limits(),
        containment(),
        cpufreq(machines, commands));
  }

  /**
   * The machines that run their P-states by cpufreq, with their cores; all that is wrong with them
   * is reported. These have several that are named by frequencies, and a command that can run there
   * is not handed the P-state.
   */
  private CpufreqSettings cpufreq(Map<String, MachineLimits> limits, TaskCommands commands) {
    Map<String, List<Integer>> cores = new TreeMap<>();
    limits.forEach((name, its) -> cores.put(name, CpuList.parse(its.cpus())));
    Map<String, CpufreqSettings.Cores> machines = new TreeMap<>();
    for (Machine machine : system.machines()) {
      List<Long> hertz = frequencies(machine.type());
      if (cores.containsKey(machine.name()) && hertz.size() > 1 && isSet(machine, commands)) {
        machines.put(machine.name(), new CpufreqSettings.Cores(cores.get(machine.name()), hertz));
      }
    }
    Path kernel = Path.of(System.getProperty("espalier.kernel", "/"));
    CpufreqSettings settings = new CpufreqSettings(kernel, machines);
    settings.faults(cores).forEach((fault, remedy) -> root.report("machines", fault, remedy));
    return settings;
  }

  private boolean isSet(Machine machine, TaskCommands commands) {
    return system.taskTypes().stream()
        .filter(task -> system.pet().canRun(task.id(), machine.type().id()))
        .anyMatch(task -> !commands.takesPState(task.name(), machine.type()));
  }

  /** The frequencies by which P-states are named; empty if one is not. */
  static List<Long> frequencies(MachineType type) {
    List<Optional<Long>> hertz =
        type.pStates().stream().map(pState -> Hertz.parse(pState.name())).toList();
    return hertz.stream().allMatch(Optional::isPresent)
        ? hertz.stream().flatMap(Optional::stream).toList()
        : List.of();
  }

  private AgentsSettings agents(TaskCommands commands, Path data) {
    Optional<DocumentNode> gate = root.mapping("gate").required();
    Optional<InetSocketAddress> address = gate.flatMap(BackendReader::address);
    List<Path> keys = gate.map(BackendReader::keyFiles).orElse(List.of());
    gate.ifPresent(DocumentNode::rejectUnknownKeys);
    return new AgentsSettings(
        address.map(InetSocketAddress::getHostString).orElse(""),
        address.map(InetSocketAddress::getPort).orElse(0),
        keys,
        AgentsSettings.home(data),
        new MachinesReader(root, system).limits(servers()),
        root.bytes("kept_output").orElse(DEFAULT_OUTPUT),
        root.fileName("working_directory").find().map(root::resolve),
        environment(Map.of()),
        commands.limits(),
        containment(),
        slurm(keys));
  }

  private Optional<SlurmSettings> slurm(List<Path> keys) {
    Optional<DocumentNode> scale = root.mapping("scale").find();
    Optional<DocumentNode> block = root.mapping("slurm").find();
    if (scale.isPresent() && block.isEmpty()) {
      root.report("scale", "has no machines that can be started", "describe them in slurm");
    }
    return block.map(node -> new SlurmReader(node, system, new HashMap<>()).read(keys, scale));
  }

  private static Optional<InetSocketAddress> address(DocumentNode gate) {
    return gate.value("listen", "host and port, as in 10.1.0.5:7401", HostAndPort::parse)
        .required();
  }

  /** One file, or several of which the first is the gate's own. */
  private static List<Path> keyFiles(DocumentNode gate) {
    List<DocumentNode> names = gate.oneOrMore("key").required().orElse(List.of());
    return DocumentNode.texts(names).stream().map(gate::resolve).toList();
  }

  /** A word, or the path of a cgroup. */
  private Containment containment() {
    return root.value(
            "containment",
            "auto, none, or the path of a cgroup, as in /sys/fs/cgroup/espalier",
            Containment::of)
        .orElse(Containment.automatic());
  }

  /** Commands see what they are given and the search path, not the secrets of the service. */
  private Map<String, String> environment(Map<String, String> passedOn) {
    Map<String, String> environment = new TreeMap<>(passedOn);
    root.mapping("environment").find().ifPresent(block -> addAll(block, environment));
    return environment;
  }

  /** Adds variables of commands; a name that the system cannot set is reported. */
  static void addAll(DocumentNode block, Map<String, String> environment) {
    for (String name : block.keys()) {
      if (name.isEmpty() || name.contains("=")) {
        block.report(name, "is no name of a variable", "take one without '='");
      }
      if (OF_THE_RUN.contains(name)) {
        block.report(name, "tells each command where it runs", "take another name");
      }
      block.string(name).find().ifPresent(value -> environment.put(name, value));
    }
  }
}
