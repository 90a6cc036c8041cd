package org.espalier.service.scheduling;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.service.live.Urgency;
import org.espalier.testsupport.Repository;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.policy.RegistrySettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A golden day of the reference vectors, as a live service can have it.
 *
 * @param name what it is called
 * @param options under which it is run
 * @param policy which decides
 */
record GoldenDay(String name, JsonNode options, String policy) {
  static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  /** So many ticks later than in the file tasks arrive. */
  static final long MORNING = 120_000;

  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-4").classes();
  private static final int[] MINUTES = {
    0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 240, 480
  };
  private static final double TICKS_PER_MINUTE = 60_000;
  private static final JsonNode INPUT = read("golden-input.json");

  /** All of the file, under the policies that they have there. */
  static List<GoldenDay> all() {
    return read("golden-days.json").get("days").valueStream().map(GoldenDay::of).toList();
  }

  private static GoldenDay of(JsonNode day) {
    JsonNode options = day.get("options");
    String policy = options.get("heuristic").asString().replace(' ', '-');
    return new GoldenDay(day.get("name").asString(), options, policy);
  }

  private static JsonNode read(String file) {
    try {
      return JsonMapper.builder()
          .build()
          .readTree(
              Files.readString(
                  Repository.file("simulator/src/test/resources/vectors-ue").resolve(file)));
    } catch (IOException e) {
      throw new AssertionError("cannot read the vectors of " + file, e);
    }
  }

  /** The same under another policy. */
  GoldenDay under(String other) {
    return new GoldenDay(name, options, other);
  }

  long horizon() {
    return options.get("horizon").asLong();
  }

  /** Whether energy is limited. */
  boolean isBudgeted() {
    return options.path("periods").isArray();
  }

  private boolean isImmediate() {
    return options.get("mode").asString().equals("immediate");
  }

  /** A task as it is submitted: it is worth at most its priority, as its urgency says. */
  record Request(int type, long arrival, double worth, Urgency urgency) {}

  List<Request> requests() {
    return INPUT
        .get("taskSets")
        .get(options.path("taskSet").asString("standard"))
        .valueStream()
        .map(GoldenDay::request)
        .toList();
  }

  /** The worth of a task of the day at some times; it is linear between them. */
  private static Request request(JsonNode task) {
    String name = task.get("utilityClass").asString();
    double most = task.get("maxUtility").asDouble();
    DecayingUtility decaying =
        new DecayingUtility(
            most,
            task.get("decayRate").asDouble(),
            CLASSES.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow(),
            task.get("firstInterval").asDouble(),
            TICKS_PER_MINUTE);
    Task atZero = new Task(0, 0, 0, Task.NO_DEADLINE, decaying);
    NavigableMap<Duration, Double> shares = new TreeMap<>();
    for (int minute : MINUTES) {
      long ticks = Math.round(minute * TICKS_PER_MINUTE);
      shares.put(Duration.ofMinutes(minute), decaying.of(atZero, ticks) / most);
    }
    return new Request(
        task.get("taskType").asInt(),
        MORNING + task.get("arrival").asLong(),
        most,
        new Urgency(shares));
  }

  RegistrySettings settings() {
    PolicySettings settings =
        PolicySettings.THESIS
            .withRules(
                new AllocationRules(management(), DroppingScope.NONE, DeadlineKind.SOFT, trigger())
                    .withCharge(
                        new SchedulerCharge(options.path("chargeMillisPerEvaluation").asDouble(0))))
            .withSeed(options.get("seed").asLong())
            .withPermuted(options.path("permute").asInt(1))
            .withEnergy(energy());
    UtilityDropping dropping = new UtilityDropping(options.get("dropThreshold").asDouble());
    return new RegistrySettings(
        settings.withPruning(settings.pruning().withDroppingByUtility(dropping)),
        Map.of(policy, parameters()));
  }

  private ParameterValues parameters() {
    ParameterValues values = ParameterValues.DEFAULTS;
    Map<String, String> keys = Map.of("types", "k", "max_utility", "maxUtility");
    for (PolicyParameter<?> parameter :
        REGISTRY.find(policy).orElseThrow().provider().parameters()) {
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

  private EnergySettings energy() {
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
    if (isImmediate()) {
      return new Trigger(1, false, 0);
    }
    JsonNode given = options.path("trigger");
    return given.isMissingNode()
        ? new Trigger(0, false, Math.round(TICKS_PER_MINUTE))
        : new Trigger(
            given.path("everyTasks").asInt(0), false, given.path("everyMillis").asLong(0));
  }

  HcSystem system() {
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

  @Override
  public String toString() {
    return name + " under " + policy;
  }
}
