package org.espalier.service.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.ServerSettings.Server;
import org.espalier.service.command.ServerCall;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads what is said of machines, by the name of a machine or of a machine type. Some run commands,
 * which may use so much there; others are servers, which are sent requests.
 *
 * <pre>{@code
 * machines:
 *   fast: {cpus: 0-1}
 *   slow: {cpus: 0-1, nice: 10, memory: 512 MiB, output: 1 MiB, grace: 5 s}
 *   slow-1: {cpus: "0"}        # comes before what its type says
 *   gpu: {environment: {MODEL: large}}
 *   gpu-1: {gpus: [1]}         # short for environment: {CUDA_VISIBLE_DEVICES: "1"}
 *   far: {url: "http://10.0.0.7:8000", health: /v2/health/ready, stops: on-close}
 *   far-1: {url: "http://10.0.0.8:8000", grace: 5 s, answer: 16 MiB}
 * task_types:
 *   classify:
 *     request: {method: POST, path: "/v2/models/{model}/infer", headers: {Accept: application/json}}
 * }</pre>
 *
 * In jobs of Slurm {@code cpus: 4} and {@code gpus: 1} say how many. A machine has the variables of
 * its type too, and knows its own name and type.
 */
record MachinesReader(DocumentNode root, HcSystem system) {
  private static final int NICEST = 19;
  private static final int MOST_GPUS = 1023;
  private static final String DEVICES = "CUDA_VISIBLE_DEVICES";

  /** How many CPUs and devices of its job a machine has. */
  private static final String CPUS_OF_JOB = "ESPALIER_CPUS";

  private static final String GPUS_OF_JOB = "ESPALIER_GPUS";
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long MOST_BYTES = 16L << 20;
  private static final String PATH_REMEDY = "write one from a slash on, as in /v2/health/ready";

  /**
   * The limits of every machine that runs commands.
   *
   * @param servers the machines that do not
   */
  Map<String, MachineLimits> limits(Set<String> servers) {
    Map<String, MachineLimits> named =
        root.mapping("machines")
            .find()
            .map(block ->
                byName(
                    block,
                    node -> node.filter(MachinesReader::isServer).isPresent(),
                    MachinesReader::limitsOf))
            .orElse(Map.of());
    Map<String, MachineLimits> limits = new LinkedHashMap<>();
    for (Machine machine : system.machines()) {
      if (servers.contains(machine.name())) {
        continue;
      }
      MachineLimits ofType = named.getOrDefault(machine.type().name(), MachineLimits.NONE);
      MachineLimits own = named.getOrDefault(machine.name(), ofType);
      MachineLimits all = own.with(environment(machine, ofType, own));
      limits.put(machine.name(), isInJob(machine) ? counted(machine, all) : named(machine, all));
    }
    return limits;
  }

  /** Whether its agent runs in a job of Slurm, which is given other CPUs and devices each time. */
  private boolean isInJob(Machine machine) {
    return root.has("slurm")
        && root.mapping("slurm").find().filter(b -> b.has(machine.type().name())).isPresent();
  }

  private MachineLimits named(Machine machine, MachineLimits limits) {
    if (limits.environment().containsKey(GPUS_OF_JOB)) {
      root.report(
          "machines",
          "says how many gpus %s has, which runs in no job of Slurm".formatted(machine.name()),
          "name them, as in gpus: [0]");
    }
    return limits;
  }

  private MachineLimits counted(Machine machine, MachineLimits limits) {
    Map<String, String> environment = new HashMap<>(limits.environment());
    if (limits.cpus().matches("[1-9][0-9]{0,3}")) {
      environment.put(CPUS_OF_JOB, limits.cpus());
    } else if (!limits.cpus().isEmpty()) {
      reportNamed(machine, "cpus");
    }
    if (environment.containsKey(DEVICES)) {
      reportNamed(machine, "gpus");
    }
    return limits.on("").with(environment);
  }

  private void reportNamed(Machine machine, String key) {
    root.report(
        "machines",
        "names %s of %s, whose jobs of Slurm are given others each time"
            .formatted(key, machine.name()),
        "say how many, as in %s: 1".formatted(key));
  }

  private static Map<String, String> environment(
      Machine machine, MachineLimits ofType, MachineLimits own) {
    Map<String, String> environment = new HashMap<>(ofType.environment());
    environment.putAll(own.environment());
    environment.put("ESPALIER_MACHINE", machine.name());
    environment.put("ESPALIER_MACHINE_TYPE", machine.type().name());
    return environment;
  }

  private static Optional<MachineLimits> limitsOf(DocumentNode node) {
    MachineLimits none = MachineLimits.NONE;
    String cpus = node.string("cpus").orElse(none.cpus());
    int nice = node.integer("nice", 0, NICEST).orElse(none.nice());
    long memory = node.bytes("memory").orElse(none.memoryBytes());
    long output = node.bytes("output").orElse(none.outputBytes());
    Duration grace = node.duration("grace").orElse(none.grace());
    Map<String, String> environment = variables(node);
    node.rejectUnknownKeys();
    Map<String, String> faults = MachineLimits.faults(cpus, nice, memory, output, grace);
    faults.forEach((key, fault) -> node.report(key, fault, "change it, or leave it out"));
    return faults.isEmpty()
        ? Optional.of(new MachineLimits(cpus, nice, memory, output, grace, environment))
        : Optional.empty();
  }

  private static Map<String, String> variables(DocumentNode node) {
    Map<String, String> environment = new HashMap<>();
    node.mapping("environment")
        .find()
        .ifPresent(block -> {
          BackendReader.addAll(block, environment);
          if (environment.containsKey("PATH")) {
            block.report("PATH", "is one for all machines", "give it in environment of the file");
          }
        });
    Optional<List<DocumentNode>> devices = node.oneOrMore("gpus").find();
    if (devices.isPresent() && node.node("gpus").find().filter(DocumentNode::isList).isEmpty()) {
      node.integer("gpus", 1, MOST_GPUS)
          .find()
          .ifPresent(n -> environment.put(GPUS_OF_JOB, String.valueOf(n)));
      return environment;
    }
    devices.ifPresent(gpus -> {
      List<Integer> numbers =
          gpus.stream().flatMap(gpu -> gpu.asInteger(0, MOST_GPUS).find().stream()).toList();
      String joined = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
      if (environment.put(DEVICES, joined) != null) {
        node.report("gpus", "stands beside " + DEVICES, "leave one of them out");
      }
    });
    return environment;
  }

  /** When a server is rid of a request that nobody waits for. */
  private enum Stops {
    ON_CLOSE,
    RUNS_ON
  }

  /** The machines that the file gives an address, by name or by that of their type. */
  Set<String> named() {
    Optional<DocumentNode> block = root.mapping("machines").find();
    return system.machines().stream()
        .filter(machine ->
            block
                .flatMap(
                    all -> find(machine.name(), all).or(() -> find(machine.type().name(), all)))
                .filter(MachinesReader::isServer)
                .isPresent())
        .map(Machine::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<DocumentNode> find(String name, DocumentNode machines) {
    return machines.has(name) ? machines.mapping(name).find() : Optional.empty();
  }

  /** Whether what is said of a machine makes it a server. */
  private static boolean isServer(DocumentNode machine) {
    return machine.has("url");
  }

  /**
   * Reads the servers.
   *
   * @param servers the machines that are servers; others may stand there too if these are not all
   */
  ServerSettings servers(Set<String> servers) {
    boolean isMixed = servers.size() < system.machines().size();
    Optional<DocumentNode> block = root.mapping("machines").required();
    List<String> said = block.map(DocumentNode::keys).orElse(List.of());
    Map<String, Server> named =
        block
            .map(all ->
                byName(
                    all,
                    node -> isMixed && node.filter(MachinesReader::isServer).isEmpty(),
                    MachinesReader::server))
            .orElse(Map.of());
    Map<String, Server> found = new LinkedHashMap<>();
    for (Machine machine : system.machines()) {
      if (!servers.contains(machine.name())) {
        continue;
      }
      String type = machine.type().name();
      Server server = named.getOrDefault(machine.name(), named.get(type));
      if (server != null) {
        found.put(machine.name(), server);
      } else if (!said.contains(machine.name()) && !said.contains(type)) {
        root.report(
            "machines",
            "say no server for machine " + machine.name(),
            "add %s: {url: \"http://...\"}, or the same for its type %s"
                .formatted(machine.name(), type));
      }
    }
    return new ServerSettings(found);
  }

  private static Optional<Server> server(DocumentNode node) {
    Optional<URI> url = node.string("url").required().flatMap(text -> url(node, "url", text));
    Optional<String> health = node.string("health").find();
    Stops stops = node.choice("stops", Stops.class).orElse(Stops.RUNS_ON);
    Duration grace = node.duration("grace").orElse(GRACE);
    long most = node.bytes("answer").orElse(MOST_BYTES);
    if (stops == Stops.ON_CLOSE && node.has("grace")) {
      node.report("grace", "is for a server that runs on", "leave it out, or write stops: runs-on");
    }
    node.rejectUnknownKeys();
    if (health.filter(path -> !ServerCall.isPath(path)).isPresent()) {
      return node.report("health", "is no path", PATH_REMEDY);
    }
    return url.map(to -> new Server(to, health, stops == Stops.ON_CLOSE, grace, most));
  }

  /** The address of something that is served; what is none is reported. */
  static Optional<URI> url(DocumentNode node, String key, String text) {
    try {
      URI url = new URI(text.replaceFirst("/$", ""));
      boolean fits =
          url.getHost() != null
              && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
              && url.getUserInfo() == null
              && url.getQuery() == null
              && url.getFragment() == null;
      if (fits) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // told below
    }
    return node.report(
        key,
        "is no address of a server",
        "write one as in http://10.0.0.7:8000, without user, query and fragment");
  }

  /** The request of a task type as the arguments of a template; what is wrong is reported. */
  static Optional<List<String>> request(DocumentNode node) {
    String method = node.string("method").orElse("POST");
    Optional<String> path = node.string("path").required();
    List<String> headers = new ArrayList<>();
    node.mapping("headers").find().ifPresent(block -> headers(block, headers));
    Optional<String> body = node.string("body").find();
    node.rejectUnknownKeys();
    if (path.isEmpty()) {
      return Optional.empty();
    }
    List<String> arguments = ServerCall.arguments(method, path.get(), headers, body);
    try {
      List<String> plain =
          arguments.stream().map(each -> each.replaceAll("\\{\\{|}}|\\{[^{}]*}", "x")).toList();
      ServerCall unused = ServerCall.of(plain);
      return Optional.of(arguments);
    } catch (IllegalArgumentException e) {
      return node.report(String.valueOf(e.getMessage()), "mend the request");
    }
  }

  private static void headers(DocumentNode block, List<String> headers) {
    for (String name : block.keys()) {
      Optional<String> value = block.string(name).find();
      if (value.isEmpty()) {
        continue;
      }
      try {
        HttpRequest.Builder unused = HttpRequest.newBuilder().header(name, "x");
        if (name.equalsIgnoreCase("Idempotency-Key")) {
          block.report(name, "is the service's own", "remove it");
        }
      } catch (IllegalArgumentException e) {
        block.report(name, "is no header that can be set", "remove it");
      }
      headers.add(name + ": " + value.get());
    }
  }

  /** What is read of the machines and machine types that a block names, but those of others. */
  private <T> Map<String, T> byName(
      DocumentNode block,
      Predicate<Optional<DocumentNode>> isOthers,
      Function<DocumentNode, Optional<T>> reader) {
    Set<String> known = new LinkedHashSet<>();
    system.machines().stream().map(Machine::name).forEach(known::add);
    system.machineTypes().stream().map(MachineType::name).forEach(known::add);
    Map<String, T> named = new LinkedHashMap<>();
    for (String name : block.keys()) {
      Optional<DocumentNode> node = block.mapping(name).find();
      if (isOthers.test(node)) {
        continue;
      }
      if (known.contains(name)) {
        node.flatMap(reader).ifPresent(read -> named.put(name, read));
      } else {
        block.report(name, "is no machine and no machine type", () -> Names.remedy(name, known));
      }
    }
    return named;
  }
}
