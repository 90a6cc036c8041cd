package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tasks that come at random times, those of one type longer or shorter as real work is.
 *
 * @param system the machines, with execution times as they are believed to be
 * @param sizes of some task types, the parameter that says how much a task has to do
 */
record DemoLoad(HcSystem system, Map<String, Size> sizes) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** How widely the logarithm of what tasks have to do varies. */
  private static final double SPREAD = 0.6;

  private static final double LEAST = 0.2;
  private static final double MOST = 5;

  /** The parameter that says how much a task has to do, and its middle. */
  record Size(String parameter, int middle) {}

  /** A task to come, so many seconds after the first. */
  record Coming(double second, ObjectNode request) {}

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
      coming.add(new Coming(at, request(type, "in %d ms".formatted(millis), random)));
    }
    return coming;
  }

  private static double gap(SplittableRandom random, double rate) {
    return -Math.log(1 - random.nextDouble()) / rate;
  }

  /** A task of a type that has to do as much as may be. */
  ObjectNode request(TaskType type, String deadline, SplittableRandom random) {
    ObjectNode request =
        MAPPER.createObjectNode().put("type", type.name()).put("deadline", deadline);
    Size size = sizes.get(type.name());
    if (size != null) {
      double factor = Math.clamp(Math.exp(SPREAD * random.nextGaussian()), LEAST, MOST);
      request.putObject("parameters").put(size.parameter, Math.round(size.middle * factor));
    }
    return request;
  }
}
