package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.LogFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code espalier demo}: the live service under more load than it can bear. */
@Command(
    name = "demo",
    description =
        "Starts the example service and sends it more tasks than it can finish in time, to show"
            + " pruning at work. Open the dashboard it names.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier demo",
      "  espalier demo --seconds 20 --rate 8",
      "  espalier demo --policy MM          the same load without pruning"
    })
final class DemoCommand implements Callable<Integer> {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Spec private CommandSpec spec;

  @Option(names = "--seconds", description = "how long tasks are sent; default 60")
  private double seconds = 60;

  @Option(names = "--rate", description = "tasks a second; default 12")
  private double rate = 12;

  @Option(names = "--policy", description = "the policy; default that of the example")
  private Optional<String> policy = Optional.empty();

  @Option(names = "--port", description = "port of the dashboard; default any that is free")
  private int port;

  @Override
  public Integer call() throws Exception {
    LogFormat.TEXT.use();
    Path data = Files.createTempDirectory("espalier-demo");
    PrintWriter out = spec.commandLine().getOut();
    Serving serving = new Serving(null, data, port, false, PolicyRegistry.builtIn());
    try (LiveServer server = serving.start(out);
        ServiceClient client = new ServiceClient(URI.create(server.address()), Optional.empty())) {
      policy.ifPresent(
          name -> client.put("/v1/policy", MAPPER.createObjectNode().put("policy", name)));
      send(client, out);
      tell(client, out);
    } finally {
      delete(data);
    }
    return ExitCode.OK;
  }

  private void send(ServiceClient client, PrintWriter out) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    long begin = System.nanoTime();
    double next = 0;
    long told = 0;
    while (next < seconds) {
      long wait = (long) (next * 1e9) - (System.nanoTime() - begin);
      if (wait > 0) {
        Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
      }
      client.post("/v1/tasks", request(random));
      next += -Math.log(1 - random.nextDouble()) / rate;
      if (next - told >= 5) {
        told += 5;
        progress(client, told, out);
      }
    }
  }

  private static ArrayNode request(SplittableRandom random) {
    ArrayNode requests = MAPPER.createArrayNode();
    boolean cpu = random.nextInt(2) == 0;
    ObjectNode request = requests.addObject().put("type", cpu ? "cpu" : "memory");
    request.put("deadline", "in %d ms".formatted(800 + random.nextInt(1200)));
    return requests;
  }

  private static void progress(ServiceClient client, long second, PrintWriter out) {
    JsonNode overview = client.get("/v1/overview");
    out.printf(
        Locale.ROOT,
        "%3d s: %.0f %% of the last tasks on time, %d in the batch queue%n",
        second,
        100 * onTime(overview.get("recent")),
        overview.get("unmapped").asInt());
    out.flush();
  }

  private static double onTime(JsonNode counts) {
    long all = 0;
    for (JsonNode count : counts) {
      all += count.asLong();
    }
    return all == 0 ? 0 : (double) counts.get("on-time").asLong() / all;
  }

  private void tell(ServiceClient client, PrintWriter out) {
    out.println();
    new ServiceStatus(client, out, Display.of(spec, false)).printOverview();
    out.println();
    out.println("All tasks of the demo are forgotten now. A service of your own: espalier serve");
    out.flush();
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
