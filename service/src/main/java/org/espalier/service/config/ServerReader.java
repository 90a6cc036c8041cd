package org.espalier.service.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
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
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.ServerSettings.Server;
import org.espalier.service.command.ServerCall;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads machines that are servers, by the name of a machine or of a machine type, and the requests
 * that they are sent.
 *
 * <pre>{@code
 * machines:
 *   gpu: {url: "http://10.0.0.7:8000", health: /v2/health/ready, stops: on-close}
 *   cpu-1: {url: "http://10.0.0.8:8000", grace: 5 s, answer: 16 MiB}
 * task_types:
 *   classify:
 *     request: {method: POST, path: "/v2/models/{model}/infer", headers: {Accept: application/json}}
 * }</pre>
 */
record ServerReader(DocumentNode root, HcSystem system) {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long MOST_BYTES = 16L << 20;
  private static final String PATH_REMEDY = "write one from a slash on, as in /v2/health/ready";

  /** When a server is rid of a request that nobody waits for. */
  private enum Stops {
    ON_CLOSE,
    RUNS_ON
  }

  /** The machines that the file gives an address, by name or by that of their type. */
  static Set<String> named(DocumentNode root, HcSystem system) {
    Optional<DocumentNode> block = root.mapping("machines").find();
    return system.machines().stream()
        .filter(machine ->
            block
                .flatMap(
                    all -> find(machine.name(), all).or(() -> find(machine.type().name(), all)))
                .filter(ServerReader::isServer)
                .isPresent())
        .map(Machine::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<DocumentNode> find(String name, DocumentNode machines) {
    return machines.has(name) ? machines.mapping(name).find() : Optional.empty();
  }

  /** Whether what is said of a machine makes it a server. */
  static boolean isServer(DocumentNode machine) {
    return machine.has("url");
  }

  /**
   * Reads the servers.
   *
   * @param servers the machines that are servers; others may stand there too if these are not all
   */
  ServerSettings read(Set<String> servers) {
    boolean isMixed = servers.size() < system.machines().size();
    Optional<DocumentNode> block = root.mapping("machines").required();
    List<String> said = block.map(DocumentNode::keys).orElse(List.of());
    Map<String, Server> named =
        block
            .map(all ->
                byName(
                    all,
                    system,
                    node -> isMixed && node.filter(ServerReader::isServer).isEmpty(),
                    ServerReader::server))
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
  static <T> Map<String, T> byName(
      DocumentNode block,
      HcSystem system,
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
