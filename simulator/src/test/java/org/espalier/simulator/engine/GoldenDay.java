package org.espalier.simulator.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.heuristic.OneByOne;
import org.espalier.core.heuristic.PlacementChoice;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.environment.EnvironmentReader;
import tools.jackson.databind.JsonNode;

/**
 * A golden day: 60 tasks with utility functions on five machines, and what an independent program
 * made of them under one policy.
 *
 * @param name what it is called
 * @param options under which it was run
 * @param tasks a row for each task
 * @param totals sums over them
 * @param events its mapping events, where it lists them
 */
record GoldenDay(
    String name, JsonNode options, List<JsonNode> tasks, JsonNode totals, List<JsonNode> events) {
  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-4").classes();
  private static final JsonNode INPUT = VectorFile.read("/vectors-ue/golden-input.json");
  private static final double TICKS_PER_MINUTE = 60_000;
  private static final PolicyRegistry POLICIES = PolicyRegistry.builtIn();

  static Stream<GoldenDay> all() {
    return VectorFile.read("/vectors-ue/golden-days.json")
        .get("days")
        .valueStream()
        .map(day ->
            new GoldenDay(
                day.get("name").asString(),
                day.get("options"),
                day.get("tasks").valueStream().toList(),
                day.get("totals"),
                day.path("events").valueStream().toList()));
  }

  /** What all tasks earned that started. */
  double utility() {
    return totals.get("utility").asDouble();
  }

  /** What they took, in joules. */
  double joules() {
    return totals.get("energyJoules").asDouble();
  }

  /** A number summed over the energy periods, or of the whole day if it has none. */
  double sumOfPeriods(String key) {
    return totals.get("periods").valueStream().mapToDouble(p -> p.get(key).asDouble()).sum();
  }

  Trial trial() {
    HcSystem system = system(options.path("pStates").asInt(3));
    PolicySettings settings = settings();
    return new Trial(
        system,
        settings.rules(),
        new Workload(name, taskSet()),
        new CounterStream(1, 0, system.pet()),
        options.get("horizon").asLong());
  }

  AllocationPolicy policy() {
    String heuristic = options.get("heuristic").asString().replace(' ', '-');
    PolicySettings settings = settings();
    PolicyRegistry.Entry entry = POLICIES.find(heuristic).orElseThrow();
    if (heuristic.equals("Round-Robin")) {
      int[] order =
          options.get("roundRobinOrder").valueStream().mapToInt(JsonNode::asInt).toArray();
      return new ComposedPolicy(
          heuristic,
          settings.pruning().newPruner(entry.parts()),
          new OneByOne(PlacementChoice.roundRobin(order)));
    }
    return entry.create(settings.withParameters(parameters(entry.provider())));
  }

  private ParameterValues parameters(PolicyProvider provider) {
    ParameterValues values = ParameterValues.DEFAULTS;
    for (PolicyParameter<?> parameter : provider.parameters()) {
      String option = parameter.name().equals("types") ? "k" : parameter.name();
      String given = option.equals("max_utility") ? "maxUtility" : option;
      if (options.has(given)) {
        values = with(values, parameter, options.get(given));
      }
    }
    return values;
  }

  private static <T> ParameterValues with(
      ParameterValues values, PolicyParameter<T> parameter, JsonNode given) {
    Object value = parameter.type() == Integer.class ? given.asInt() : (Object) given.asDouble();
    return values.with(parameter, parameter.type().cast(value));
  }

  private PolicySettings settings() {
    double threshold = options.get("dropThreshold").asDouble();
    PolicySettings settings =
        PolicySettings.THESIS
            .withRules(
                new AllocationRules(management(), DroppingScope.NONE, DeadlineKind.SOFT, trigger())
                    .withCharge(
                        new SchedulerCharge(options.path("chargeMillisPerEvaluation").asDouble(0))))
            .withSeed(options.get("seed").asLong())
            .withPermuted(options.path("permute").asInt(1));
    return settings
        .withEnergy(energy())
        .withPruning(settings.pruning().withDroppingByUtility(new UtilityDropping(threshold)));
  }

  EnergySettings energy() {
    List<EnergyPeriod> periods =
        options
            .path("periods")
            .valueStream()
            .map(period ->
                new EnergyPeriod(
                    period.get("start").asLong(),
                    period.get("end").asLong(),
                    period.get("budgetJoules").isNull()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(period.get("budgetJoules").asDouble())))
            .toList();
    return new EnergySettings(periods, filter(options.path("filter")));
  }

  private static TaskBudget filter(JsonNode filter) {
    return switch (filter.path("kind").asString("none")) {
      case "fixed" -> new TaskBudget.Fixed(filter.get("leniency").asDouble());
      case "adaptive" -> new TaskBudget.Adaptive();
      default -> new TaskBudget.Unlimited();
    };
  }

  private TaskManagement management() {
    return switch (options.get("mode").asString()) {
      case "immediate" -> new TaskManagement.UnboundedQueues();
      case "pending-slot" -> new TaskManagement.PendingSlot();
      case "polled" -> new TaskManagement.Polled();
      default -> throw new AssertionError("unknown mode in " + options);
    };
  }

  private Trigger trigger() {
    if (options.get("mode").asString().equals("immediate")) {
      return new Trigger(1, false, 0);
    }
    JsonNode given = options.path("trigger");
    return given.isMissingNode()
        ? new Trigger(0, false, Math.round(TICKS_PER_MINUTE))
        : new Trigger(
            given.path("everyTasks").asInt(0), false, given.path("everyMillis").asLong(0));
  }

  private static HcSystem system(int pStates) {
    JsonNode system = INPUT.get("system");
    List<MachineType> types = new ArrayList<>();
    for (JsonNode name : system.get("machineTypes").values()) {
      types.add(new MachineType(types.size(), name.asString(), 0, 0, pStates(pStates)));
    }
    List<Machine> machines = new ArrayList<>();
    for (JsonNode type : system.get("machines").values()) {
      machines.add(
          new Machine(machines.size(), "machine-" + machines.size(), types.get(type.asInt())));
    }
    JsonNode etc = system.get("etcMillis");
    long[][][] times = new long[etc.size()][types.size()][pStates];
    for (int t = 0; t < times.length; t++) {
      for (int m = 0; m < times[t].length; m++) {
        for (int p = 0; p < pStates; p++) {
          JsonNode cell = etc.get(t).get(m);
          times[t][m][p] = cell.isNull() ? -1 : cell.get(p).asLong();
        }
      }
    }
    List<TaskType> taskTypes =
        IntStream.range(0, times.length).mapToObj(t -> new TaskType(t, "task-" + t)).toList();
    return new HcSystem(
        "golden",
        Duration.ofMillis(1),
        taskTypes,
        types,
        machines,
        PetMatrix.ofExecutionTimes(times, 1),
        Optional.of(ApcMatrix.of(watts(system.get("powerWatts"), pStates))));
  }

  private static double[][][] watts(JsonNode power, int pStates) {
    double[][][] watts = new double[power.size()][power.get(0).size()][];
    for (int t = 0; t < watts.length; t++) {
      for (int m = 0; m < watts[t].length; m++) {
        JsonNode cell = power.get(t).get(m);
        watts[t][m] = cell.valueStream().mapToDouble(JsonNode::asDouble).limit(pStates).toArray();
      }
    }
    return watts;
  }

  /** P-states that draw nothing. */
  private static List<PState> pStates(int count) {
    return IntStream.range(0, count).mapToObj(p -> new PState("P" + p, 0)).toList();
  }

  private List<Task> taskSet() {
    return INPUT
        .get("taskSets")
        .get(options.path("taskSet").asString("standard"))
        .valueStream()
        .map(GoldenDay::task)
        .toList();
  }

  private static Task task(JsonNode task) {
    String name = task.get("utilityClass").asString();
    UtilityClass utilityClass =
        CLASSES.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    return new Task(
        task.get("id").asInt(),
        task.get("taskType").asInt(),
        task.get("arrival").asLong(),
        Task.NO_DEADLINE,
        new DecayingUtility(
            task.get("maxUtility").asDouble(),
            task.get("decayRate").asDouble(),
            utilityClass,
            task.get("firstInterval").asDouble(),
            TICKS_PER_MINUTE));
  }

  @Override
  public String toString() {
    return name;
  }
}
