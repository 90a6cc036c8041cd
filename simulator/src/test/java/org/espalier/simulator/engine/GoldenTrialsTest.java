package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.AssertionMode;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.DeferringSettings;
import org.espalier.core.registry.DroppingSettings;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningSettings;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.trace.TrialFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Whole trials on the pruning papers' files against a plain simulator that shares nothing with this
 * one: the fate, machine, start and exit of every single task.
 */
class GoldenTrialsTest {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** A golden case, by the policy and the settings that it means. */
  private enum Case {
    MM_A("MM", PolicySettings.THESIS.withRules(AllocationRules.bounded(6, DroppingScope.NONE))),
    MM_B("MM", PolicySettings.THESIS),
    PAM_THESIS("PAM", PolicySettings.THESIS),
    PAM_JOURNAL("PAM", PolicySettings.JOURNAL),
    PAM_TOGGLE0("PAM", PolicySettings.THESIS.withPruning(alwaysEngaged())),
    MOC_JOURNAL("MOC", PolicySettings.JOURNAL),
    PAM_HEURISTIC("PAM-Drop", proactively(DroppingSettings.Method.PROACTIVE)),
    PAM_OPTIMAL("PAM-Drop", proactively(DroppingSettings.Method.OPTIMAL)),
    PAMF_JOURNAL("PAMF", PolicySettings.JOURNAL),
    PAM_DYNAMIC("PAM", dynamically()),
    EDF_HOMO("EDF-P", PolicySettings.THESIS);

    private final String policy;
    private final PolicySettings settings;

    Case(String policy, PolicySettings settings) {
      this.policy = policy;
      this.settings = settings;
    }

    private static PruningSettings alwaysEngaged() {
      return PruningSettings.byThresholds(0.75, 0.75, ToggleSettings.at(0, 1));
    }

    private static PolicySettings proactively(DroppingSettings.Method method) {
      PruningSettings pruning = PolicySettings.THESIS.pruning();
      return PolicySettings.THESIS.withPruning(
          pruning
              .withToggle(ToggleSettings.ALWAYS)
              .withDropping(pruning.dropping().withMethod(method)));
    }

    private static PolicySettings dynamically() {
      PruningSettings pruning = PolicySettings.JOURNAL.pruning();
      return PolicySettings.JOURNAL.withPruning(
          pruning.withDeferring(pruning.deferring().withMethod(DeferringSettings.Method.DYNAMIC)));
    }

    AllocationPolicy newPolicy() {
      return PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings);
    }

    boolean isCalled(String name) {
      return name().replace('_', '-').equalsIgnoreCase(name);
    }
  }

  static Stream<Arguments> trials() {
    List<Arguments> trials = new ArrayList<>();
    for (Case meant : Case.values()) {
      for (JsonNode golden : VectorFile.cases("/vectors/golden.json")) {
        String name = golden.get("name").asString();
        if (meant.isCalled(name)) {
          for (JsonNode trial : golden.get("trials").values()) {
            String label = "%s, trial %s".formatted(name, trial.get("trial"));
            trials.add(Arguments.argumentSet(label, meant, golden, trial));
          }
        }
      }
    }
    return trials.stream();
  }

  @Test
  void thereAreThreeTrialsOfEachCase() {
    assertThat(trials()).hasSize(3 * Case.values().length);
  }

  @ParameterizedTest
  @MethodSource("trials")
  void everyTaskEndsAsInTheReference(Case meant, JsonNode golden, JsonNode expected) {
    TrialOutcome outcome = EventEngine.run(trial(meant, golden, expected), meant.newPolicy());

    List<List<Long>> rows = rows(outcome);
    if (expected.has("trace")) {
      assertThat(rows).isEqualTo(trace(expected));
    }
    assertThat(counts(outcome)).isEqualTo(numbers(expected.get("counts")));
    assertThat("%016x".formatted(checksum(rows))).isEqualTo(expected.get("fnv1a64").asString());
  }

  /** Slow with assertions, so one trial must do. */
  @Test
  void assertionsFindNothingAndChangeNothing() {
    JsonNode golden =
        VectorFile.cases("/vectors/golden.json").stream()
            .filter(node -> Case.PAM_JOURNAL.isCalled(node.get("name").asString()))
            .findFirst()
            .orElseThrow();
    JsonNode expected = golden.get("trials").get(0);
    TrialOutcome outcome =
        EventEngine.run(
            trial(Case.PAM_JOURNAL, golden, expected),
            Case.PAM_JOURNAL.newPolicy(),
            Journal.NONE,
            AssertionMode.ON);

    assertThat(rows(outcome)).isEqualTo(trace(expected));
  }

  private static Trial trial(Case meant, JsonNode golden, JsonNode expected) {
    HcSystem classes = system("classes_2");
    HcSystem system = golden.get("options").has("homo") ? system("homo_2") : classes;
    int number = expected.get("trial").asInt();
    String file = "hcw19/%s/trial_%d.dat".formatted(golden.get("level").asString(), number);
    Workload workload = TrialFiles.read(RealData.path(file), classes.pet()).value();
    CounterStream times = new CounterStream(golden.get("seed").asLong(), number, system.pet());
    return new Trial(system, meant.settings.rules(), workload, times);
  }

  private static HcSystem system(String name) {
    return EtcFiles.read(RealData.path("hcw19/%s.etc".formatted(name))).value().system(name);
  }

  /** Task, fate, machine or -1 if it never started, start or -1, exit; in the order of tasks. */
  private static List<List<Long>> rows(TrialOutcome outcome) {
    return outcome.departures().stream()
        .sorted(Comparator.comparingInt(departure -> departure.task().id()))
        .map(GoldenTrialsTest::row)
        .toList();
  }

  private static List<Long> row(Departure departure) {
    boolean started = departure.start() != Departure.NOT_STARTED;
    return List.of(
        (long) departure.task().id(),
        departure.fate().ordinal() + 1L,
        started ? departure.machine() : -1L,
        departure.start(),
        departure.time());
  }

  private static List<List<Long>> trace(JsonNode expected) {
    return expected.get("trace").values().stream().map(GoldenTrialsTest::numbers).toList();
  }

  private static List<Long> numbers(JsonNode list) {
    return list.values().stream().map(JsonNode::asLong).toList();
  }

  /** Tasks without a fate, of which there are none, then by fate. */
  private static List<Long> counts(TrialOutcome outcome) {
    List<Long> counts = new ArrayList<>(List.of(0L));
    for (Fate fate : EnumSet.range(Fate.ON_TIME, Fate.DROPPED_PROACTIVELY)) {
      counts.add((long) outcome.count(fate));
    }
    return counts;
  }

  private static long checksum(List<List<Long>> rows) {
    long hash = FNV_OFFSET;
    for (List<Long> row : rows) {
      for (long value : row.subList(1, row.size())) {
        hash = (hash ^ value) * FNV_PRIME;
      }
    }
    return hash;
  }
}
