package org.espalier.simulator.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * made of them under one policy. The tests of the service have these days too.
 *
 * @param name what it is called
 * @param options under which it was run
 * @param tasks a row for each task
 * @param totals sums over them
 * @param events its mapping events, where it lists them
 */
public record GoldenDay(
    String name, JsonNode options, List<JsonNode> tasks, JsonNode totals, List<JsonNode> events) {
  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-4").classes();
  private static final JsonNode INPUT = VectorFile.read("/vectors-ue/golden-input.json");
  private static final double TICKS_PER_MINUTE = 60_000;
  private static final PolicyRegistry POLICIES = PolicyRegistry.builtIn();

  /** All of the file. */
  public static Stream<GoldenDay> all() {
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
    HcSystem system = system();
    return new Trial(
        system,
        settings().rules(),
        new Workload(name, arrivals()),
        new CounterStream(1, 0, system.pet()),
        horizon());
  }

  /** When it ends, in ticks. */
  public long horizon() {
    return options.get("horizon").asLong();
  }

  /** The name of its policy. */
  public String heuristic() {
    return options.get("heuristic").asString().replace(' ', '-');
  }

  AllocationPolicy policy() {
    PolicySettings settings = settings();
    PolicyRegistry.Entry entry = POLICIES.find(heuristic()).orElseThrow();
    if (heuristic().equals("Round-Robin")) {
      int[] order =
          options.get("roundRobinOrder").valueStream().mapToInt(JsonNode::asInt).toArray();
      return new ComposedPolicy(
          heuristic(),
          settings.pruning().newPruner(entry.parts()),
          new OneByOne(PlacementChoice.roundRobin(order)));
    }
    return entry.create(settings.withParameters(parameters(entry.provider())));
  }

  /** What the day says of the parameters of a policy. */
  public ParameterValues parameters(PolicyProvider provider) {
    ParameterValues values = ParameterValues.DEFAULTS;
    Map<String, String> keys = Map.of("types", "k", "max_utility", "maxUtility");
    for (PolicyParameter<?> parameter : provider.parameters()) {
      JsonNode given = options.path(keys.getOrDefault(parameter.name(), parameter.name()));
      values = given.isNumber() ? with(values, parameter, given) : values;
    }
    return values;
  }

  private static <T> ParameterValues with(
      ParameterValues values, PolicyParameter<T> parameter, JsonNode given) {
    Object value = parameter.type() == Integer.class ? given.asInt() : (Object) given.asDouble();
    return values.with(parameter, parameter.type().cast(value));
  }

  /** Its rules, seed, budget and dropping, for any policy. */
  public PolicySettings settings() {
    UtilityDropping dropping = new UtilityDropping(options.get("dropThreshold").asDouble());
    PolicySettings settings =
        PolicySettings.THESIS
            .withRules(
                new AllocationRules(management(), DroppingScope.NONE, DeadlineKind.SOFT, trigger())
                    .withCharge(
                        new SchedulerCharge(options.path("chargeMillisPerEvaluation").asDouble(0))))
            .withSeed(options.get("seed").asLong())
            .withPermuted(options.path("permute").asInt(1))
            .withEnergy(energy());
    return settings.withPruning(settings.pruning().withDroppingByUtility(dropping));
  }

  EnergySettings energy() {
    JsonNode filter = options.path("filter");
    TaskBudget budget =
        switch (filter.path("kind").asString("none")) {
          case "fixed" -> new TaskBudget.Fixed(filter.get("leniency").asDouble());
          case "adaptive" -> new TaskBudget.Adaptive();
          default -> new TaskBudget.Unlimited();
        };
    return new EnergySettings(
        options.path("periods").valueStream().map(GoldenDay::period).toList(), budget);
  }

  private static EnergyPeriod period(JsonNode period) {
    JsonNode budget = period.get("budgetJoules");
    return new EnergyPeriod(
        period.get("start").asLong(),
        period.get("end").asLong(),
        budget.isNull() ? OptionalDouble.empty() : OptionalDouble.of(budget.asDouble()));
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

  /** Its machines, whose P-states draw nothing but what tasks take. */
  public HcSystem system() {
    JsonNode system = INPUT.get("system");
    int pStates = options.path("pStates").asInt(3);
    List<PState> states =
        IntStream.range(0, pStates).mapToObj(p -> new PState("P" + p, 0)).toList();
    List<MachineType> types = new ArrayList<>();
    for (JsonNode type : system.get("machineTypes").values()) {
      types.add(new MachineType(types.size(), type.asString(), 0, 0, states));
    }
    List<Machine> machines = new ArrayList<>();
    for (JsonNode type : system.get("machines").values()) {
      int id = machines.size();
      machines.add(new Machine(id, "machine-" + id, types.get(type.asInt())));
    }
    double[][][] etc = cells(system.get("etcMillis"), pStates);
    long[][][] times = new long[etc.length][types.size()][pStates];
    for (int t = 0; t < times.length; t++) {
      for (int m = 0; m < types.size(); m++) {
        for (int p = 0; p < pStates; p++) {
          times[t][m][p] = etc[t][m].length == 0 ? -1 : Math.round(etc[t][m][p]);
        }
      }
    }
    return new HcSystem(
        "golden",
        Duration.ofMillis(1),
        IntStream.range(0, times.length).mapToObj(t -> new TaskType(t, "task-" + t)).toList(),
        types,
        machines,
        PetMatrix.ofExecutionTimes(times, 1),
        Optional.of(ApcMatrix.of(cells(system.get("powerWatts"), pStates))));
  }

  /** Numbers by task type, machine type and P-state; no P-state where it cannot run. */
  private static double[][][] cells(JsonNode rows, int pStates) {
    return rows.valueStream()
        .map(row ->
            row.valueStream()
                .map(cell ->
                    cell.valueStream().mapToDouble(JsonNode::asDouble).limit(pStates).toArray())
                .toArray(double[][]::new))
        .toArray(double[][][]::new);
  }

  /** Its tasks, in the order of arrival. */
  public List<Task> arrivals() {
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
