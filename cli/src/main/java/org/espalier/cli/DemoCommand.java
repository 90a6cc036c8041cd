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
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.LogFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
            + " pruning at work. Open the dashboard it names. With a live system of your own,"
            + " such as one of simulated machines, tries that under a load.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier demo",
      "  espalier demo --seconds 20 --rate 8",
      "  espalier demo --policy MM          the same load without pruning",
      "  espalier demo examples/simulated/live.yaml --rate 1500"
    })
final class DemoCommand implements Callable<Integer> {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LIVE.yaml",
      description = "the live system; an example if left out")
  private @Nullable Path file;

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
    Serving serving = new Serving(file, data, port, false, PolicyRegistry.builtIn());
    try (LiveServer server = serving.start(out);
        ServiceClient client = new ServiceClient(URI.create(server.address()), Optional.empty())) {
      policy.ifPresent(
          name -> client.put("/v1/policy", MAPPER.createObjectNode().put("policy", name)));
      send(client, serving.system(), out);
      tell(client, out);
    } finally {
      delete(data);
    }
    return ExitCode.OK;
  }

  private void send(ServiceClient client, HcSystem system, PrintWriter out)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    long begin = System.nanoTime();
    double next = 0;
    long told = 0;
    while (next < seconds) {
      ArrayNode due = MAPPER.createArrayNode();
      long wait = (long) (next * 1e9) - (System.nanoTime() - begin);
      if (wait > 0) {
        Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
      }
      double now = Math.min(seconds, (System.nanoTime() - begin) / 1e9);
      while (next <= now) {
        due.add(request(system, random));
        next += -Math.log(1 - random.nextDouble()) / rate;
      }
      client.post("/v1/tasks", due);
      if (next - told >= 5) {
        told += 5;
        progress(client, told, out);
      }
    }
  }

  /** A task of any type, which has from two to five times its mean execution time. */
  private static ObjectNode request(HcSystem system, SplittableRandom random) {
    TaskType type = system.taskTypes().get(random.nextInt(system.taskTypes().size()));
    double ticks = random.nextDouble(2, 5) * system.pet().meanOverMachineTypes(type.id());
    long millis = Math.round(ticks * system.tick().toNanos() / 1e6);
    return MAPPER
        .createObjectNode()
        .put("type", type.name())
        .put("deadline", "in %d ms".formatted(millis));
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
