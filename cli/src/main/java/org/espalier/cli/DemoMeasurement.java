package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Fits the example service to the computer at hand: a fast and a slow machine for each of its
 * processors, and execution times measured through the service while all machines work, as they
 * will.
 */
final class DemoMeasurement {
  /**
   * What the tasks of the example have to do: a quarter of a second or less on a quiet computer.
   */
  static final Map<String, DemoLoad.Size> SIZES =
      Map.of("cpu", new DemoLoad.Size("work", 100_000), "memory", new DemoLoad.Size("blocks", 300));

  private static final String EXAMPLE = "examples/live/";
  private static final int MOST_PROCESSORS = 16;
  private static final int TASKS_OF_A_MACHINE = 100;
  private static final int ENOUGH = 5;

  /** For so long after the first start a service that is new is slower than later on. */
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  private static final Duration LEAST = Duration.ofSeconds(8);
  private static final Duration MOST = Duration.ofSeconds(25);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Steps of the PET that the shortest mean time has. */
  private static final int STEPS = 15;

  private static final long LEAST_STEP_MILLIS = 5;
  private static final long FIRST_STEP_MILLIS = 20;

  private final Path directory;
  private final Path live;

  /** A measurement that keeps its files in an empty directory. */
  DemoMeasurement(Path directory) {
    this.directory = directory;
    this.live = directory.resolve("live.yaml");
  }

  /** Measures, and returns the file of a live system that fits. */
  Path measure() throws IOException, InterruptedException {
    Files.copy(Home.file(EXAMPLE + "live.yaml"), live);
    Path measuring = directory.resolve("measuring.yaml");
    Files.writeString(measuring, Files.readString(live) + "\nlearning: {enabled: false}\n");
    Files.copy(Home.file(EXAMPLE + "times.csv"), directory.resolve("times.csv"));
    writeSystem(FIRST_STEP_MILLIS);
    Serving serving =
        new Serving(
            Optional.of(measuring),
            Optional.of(directory.resolve("measured")),
            Optional.of(0),
            false,
            PolicyRegistry.builtIn());
    try (DemoService service = new DemoService(serving, new PrintWriter(Writer.nullWriter()))) {
      writeTimes(serving.system(), executions(service, serving.system()));
    }
    return live;
  }

  /** The system of the example with as many machines as this computer can bear. */
  private void writeSystem(long stepMillis) throws IOException {
    int pairs = Math.min(MOST_PROCESSORS, Runtime.getRuntime().availableProcessors());
    String text = Files.readString(Home.file(EXAMPLE + "system.yaml"));
    Files.writeString(
        directory.resolve("system.yaml"),
        text.replaceAll("count: \\d+", "count: " + pairs)
            .replaceAll("step: .*", "step: %d ms".formatted(stepMillis)));
  }

  private static List<Departure> executions(DemoService service, HcSystem system)
      throws InterruptedException {
    service.switchTo("FCFS");
    service.submit(plenty(system));
    long begin = System.nanoTime();
    long passed = 0;
    while (passed < LEAST.toNanos()
        || (passed < MOST.toNanos() && !isEnough(system, executed(service)))) {
      Thread.sleep(LOOK);
      passed = System.nanoTime() - begin;
    }
    // What runs may end, so that long executions are in it as short ones are.
    system.machines().forEach(machine -> service.drain(machine.name()));
    service.awaitIdle(false, MOST);
    return executed(service);
  }

  private static ArrayNode plenty(HcSystem system) {
    DemoLoad load = new DemoLoad(system, SIZES);
    SplittableRandom random = new SplittableRandom(0);
    ArrayNode requests = JsonMapper.shared().createArrayNode();
    for (int i = 0; i < TASKS_OF_A_MACHINE * system.machines().size(); i++) {
      TaskType type = system.taskTypes().get(i % system.taskTypes().size());
      requests.add(load.request(type, "in 10 min", random));
    }
    return requests;
  }

  /** The executions that have ended, without those from before the service was warm. */
  private static List<Departure> executed(DemoService service) {
    List<Departure> ended =
        service.departures().stream().filter(left -> left.fate() == Fate.ON_TIME).toList();
    long first = ended.stream().mapToLong(Departure::start).min().orElse(0);
    return ended.stream().filter(left -> left.start() >= first + WARM_UP.toMillis()).toList();
  }

  private static boolean isEnough(HcSystem system, List<Departure> executions) {
    return cells(system, executions).stream().allMatch(cell -> cell.size() >= ENOUGH);
  }

  /** Execution times in ticks, which are milliseconds, of each task type on each machine type. */
  private static List<List<Long>> cells(HcSystem system, List<Departure> executions) {
    int machineTypes = system.machineTypes().size();
    List<List<Long>> cells = new ArrayList<>();
    IntStream.range(0, system.taskTypes().size() * machineTypes)
        .forEach(i -> cells.add(new ArrayList<>()));
    for (Departure left : executions) {
      int machineType = system.machines().get(left.machine()).type().id();
      cells.get(left.task().type() * machineTypes + machineType).add(left.time() - left.start());
    }
    return cells;
  }

  /** Writes the times as samples, and a PET whose step fits the shortest of them. */
  private void writeTimes(HcSystem system, List<Departure> executions) throws IOException {
    List<List<Long>> cells = cells(system, executions);
    List<String> lines = new ArrayList<>(List.of("task_type,machine_type,execution_time_s"));
    int machineTypes = system.machineTypes().size();
    for (int i = 0; i < cells.size(); i++) {
      String task = system.taskTypes().get(i / machineTypes).name();
      String machine = system.machineTypes().get(i % machineTypes).name();
      checkMeasured(cells.get(i), task, machine);
      for (long millis : cells.get(i)) {
        lines.add(String.format(Locale.ROOT, "%s,%s,%.3f", task, machine, millis / 1e3));
      }
    }
    Files.write(directory.resolve("times.csv"), lines);
    double shortest = cells.stream().mapToDouble(DemoMeasurement::mean).min().orElseThrow();
    writeSystem(Math.max(LEAST_STEP_MILLIS, Math.round(shortest / STEPS)));
  }

  private static void checkMeasured(List<Long> cell, String task, String machine) {
    if (cell.isEmpty()) {
      throw new CommandFailure(
          "this computer is too busy: no %s task ended on a %s machine within %d s; stop other programs and try again"
              .formatted(task, machine, MOST.toSeconds()));
    }
  }

  private static double mean(List<Long> cell) {
    return cell.stream().mapToLong(millis -> millis).average().orElseThrow();
  }
}
