package org.espalier.cli.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tasks that come at random times.
 *
 * @param system the machines, with execution times as they are believed to be
 * @param choices the parameters of a task type that take one of some words, and the words
 */
record DemoLoad(HcSystem system, Function<String, Map<String, List<String>>> choices) {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** A task to come, so many seconds after the first. */
  record Coming(double second, ObjectNode request) {
    String type() {
      return request.get("type").asString();
    }
  }

  /** Tasks a second that the machines can do, task types alike and mapped at random. */
  double capacity() {
    double perSecond = 1e9 / system.tick().toNanos();
    return system.machineTypes().stream().mapToDouble(this::rate).sum() * perSecond;
  }

  private double rate(MachineType type) {
    double mean =
        system.taskTypes().stream()
            .filter(task -> system.pet().canRun(task.id(), type.id()))
            .mapToDouble(task -> system.pet().get(task.id(), type.id(), 0).mean())
            .average()
            .orElse(Double.POSITIVE_INFINITY);
    return system.machines().stream().filter(m -> m.type().equals(type)).count() / mean;
  }

  /**
   * A Poisson process of tasks; each has from one and a half to four times the mean time of its
   * type.
   */
  List<Coming> draw(double rate, double seconds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Coming> coming = new ArrayList<>();
    for (double at = gap(random, rate); at < seconds; at += gap(random, rate)) {
      TaskType type = system.taskTypes().get(random.nextInt(system.taskTypes().size()));
      double ticks = random.nextDouble(1.5, 4) * system.pet().meanOverMachineTypes(type.id());
      long millis = Math.round(ticks * system.tick().toNanos() / 1e6);
      coming.add(new Coming(at, request(type, "in %s ms".formatted(millis), random)));
    }
    return coming;
  }

  private static double gap(SplittableRandom random, double rate) {
    return -Math.log(1 - random.nextDouble()) / rate;
  }

  /** A task of a type, with words for its parameters that are chosen at random. */
  private ObjectNode request(TaskType type, String deadline, SplittableRandom random) {
    ObjectNode request =
        MAPPER.createObjectNode().put("type", type.name()).put("deadline", deadline);
    ObjectNode parameters = request.putObject("parameters");
    choices
        .apply(type.name())
        .forEach((name, words) -> parameters.put(name, words.get(random.nextInt(words.size()))));
    return request;
  }
}
