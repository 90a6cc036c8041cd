package org.espalier.cli.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Names;
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
      coming.add(new Coming(at, request(type, "in %s ms".formatted(millis), random)));
    }
    return coming;
  }

  /**
   * The tasks of a trial of a study's first scenario that arrive in its first seconds.
   *
   * @throws CommandFailure if the service has no task type of that name, or a task is worth more
   *     than a deadline tells
   */
  List<Coming> of(Experiment study, double seconds, int trial) {
    SplittableRandom random = new SplittableRandom(trial);
    Scenario scenario = study.scenarios().getFirst();
    HcSystem of = study.inputs().system(scenario, trial);
    List<String> known = system.taskTypes().stream().map(TaskType::name).toList();
    CommandFailure.whenAny(
        of.taskTypes().stream()
            .map(TaskType::name)
            .filter(name -> !known.contains(name))
            .map(name ->
                "--study: the service has no task type %s; %s"
                    .formatted(name, Names.remedy(name, known)))
            .toList());
    double tick = of.tick().toNanos() / 1e9;
    return study.inputs().workload(scenario, of, trial).tasks().stream()
        .takeWhile(task -> task.arrival() * tick < seconds)
        .map(task -> coming(task, of.taskTypes().get(task.type()), tick, random))
        .toList();
  }

  private Coming coming(Task task, TaskType type, double tick, SplittableRandom random) {
    boolean isPlain =
        task.utility().equals(UtilityFunction.OF_DEADLINE)
            || task.utility() instanceof DeadlineUtility;
    CommandFailure.when(
        !isPlain || task.deadline() == Task.NO_DEADLINE,
        "--study: a live service takes tasks with deadlines, not with utility functions over time");
    long millis = Math.round((task.deadline() - task.arrival()) * tick * 1e3);
    ObjectNode request = request(type, "in %s ms".formatted(millis), random);
    if (task.worth() != 1) {
      request.put("worth", task.worth());
    }
    return new Coming(task.arrival() * tick, request);
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
