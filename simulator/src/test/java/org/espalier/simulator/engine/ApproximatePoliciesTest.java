package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.DeferringSettings;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningSettings;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.Repository;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TrialFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Policies that decide with compacted PMFs. */
class ApproximatePoliciesTest {
  private static final Path INPUTS = Repository.file("inputs/spec");
  private static final int TRIALS = 30;
  private static final int LEFT_OUT = 100;

  /** What JOURNAL 9.8 finds practically insignificant, in points of robustness. */
  private static final double MOST_LOST = 0.5;

  /** Policies with every kind of memory between events. */
  private enum Remembering {
    TOGGLE("PAM", PolicySettings.JOURNAL),
    FAIRNESS("PAMF", PolicySettings.JOURNAL),
    DYNAMIC_DEFERRING("PAM", dynamically(PolicySettings.JOURNAL)),
    MOVING_AVERAGE("MM-P", smoothed(PolicySettings.THESIS)),
    OPTIMAL("PAM", optimally(PolicySettings.THESIS)),
    TURN("Round-Robin", PolicySettings.THESIS),
    GENERATOR("Random", PolicySettings.JOURNAL);

    private final String policy;
    private final PolicySettings settings;

    Remembering(String policy, PolicySettings settings) {
      this.policy = policy;
      this.settings = settings;
    }

    private static PolicySettings dynamically(PolicySettings settings) {
      PruningSettings pruning = settings.pruning();
      return settings.withPruning(
          pruning.withDeferring(
              new DeferringSettings(
                  DeferringSettings.Method.DYNAMIC,
                  pruning.deferring().threshold(),
                  pruning.deferring().step())));
    }

    private static PolicySettings smoothed(PolicySettings settings) {
      return settings.withPruning(settings.pruning().withToggle(ToggleSettings.schmitt(1, 0.3)));
    }

    private static PolicySettings optimally(PolicySettings settings) {
      PruningSettings pruning = settings.pruning();
      return settings.withPruning(pruning.withDropping(PruningSettings.DroppingMethod.OPTIMAL));
    }

    AllocationPolicy approximately(int bucket) {
      Approximation approximation = new Approximation(true, bucket, 0);
      return create(policy, settings.withApproximation(approximation));
    }
  }

  private static AllocationPolicy create(String policy, PolicySettings settings) {
    return PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings);
  }

  @ParameterizedTest
  @EnumSource
  void bucketsOfOnePointDecideExactly(Remembering kind) {
    for (int seed = 0; seed < 10; seed++) {
      TinyTrial trial = RandomTrials.ORDINARY.trial(100 + seed);
      TrialOutcome exact = run(trial, kind, create(kind.policy, kind.settings));
      TrialOutcome approximate = run(trial, kind, kind.approximately(1));

      assertThat(approximate.departures()).isEqualTo(exact.departures());
    }
  }

  @Test
  void wideBucketsDecideOtherwise() {
    int differing = 0;
    for (int seed = 0; seed < 20; seed++) {
      TinyTrial trial = RandomTrials.ORDINARY.trial(200 + seed);
      Remembering kind = Remembering.TOGGLE;
      TrialOutcome exact = run(trial, kind, create(kind.policy, kind.settings));
      TrialOutcome approximate = run(trial, kind, kind.approximately(5));
      differing += approximate.departures().equals(exact.departures()) ? 0 : 1;
    }
    assertThat(differing).isPositive();
  }

  private static TrialOutcome run(TinyTrial tiny, Remembering kind, AllocationPolicy policy) {
    Trial trial =
        new Trial(tiny.system(), kind.settings.rules(), tiny.workload(), tiny.actualTimes()::of);
    return EventEngine.run(trial, new CheckedPolicy(policy));
  }

  @Test
  void generatedTrialsLoseNoRobustness() {
    HcSystem system = SystemFiles.read(INPUTS.resolve("system.yaml")).value();
    WorkloadSpec spec = WorkloadSpec.of(800, 30_000, ArrivalPattern.Steady.OF_SOURCES);
    List<Workload> workloads = new ArrayList<>();
    for (int i = 1; i <= TRIALS; i++) {
      workloads.add(WorkloadGenerator.generate(spec, system, 1, i));
    }
    assertThat(lost(system, workloads)).isLessThan(MOST_LOST);
  }

  @Test
  void thePapersTrialsLoseNoRobustness() {
    HcSystem system =
        EtcFiles.read(RealData.path("hcw19/classes_2.etc")).value().system("classes_2");
    List<Workload> workloads = new ArrayList<>();
    for (int i = 1; i <= TRIALS; i++) {
      String file = "hcw19/arr30k/trial_%d.dat".formatted(i);
      workloads.add(TrialFiles.read(RealData.path(file), system.pet()).value());
    }
    assertThat(lost(system, workloads)).isLessThan(MOST_LOST);
  }

  /** By how many points the robustness of approximate PAM is lower than that of PAM. */
  private static double lost(HcSystem system, List<Workload> workloads) {
    return robustness(system, workloads, PolicySettings.JOURNAL)
        - robustness(system, workloads, PolicySettings.JOURNAL.withApproximation(Approximation.ON));
  }

  private static double robustness(
      HcSystem system, List<Workload> workloads, PolicySettings settings) {
    long onTime = 0;
    long counted = 0;
    for (int i = 0; i < workloads.size(); i++) {
      CounterStream times = new CounterStream(1, i + 1, system.pet());
      Trial trial = new Trial(system, settings.rules(), workloads.get(i), times);
      List<Departure> left = EventEngine.run(trial, create("PAM", settings)).departures();
      List<Departure> middle = left.subList(LEFT_OUT, left.size() - LEFT_OUT);
      onTime += middle.stream().filter(d -> d.fate() == Fate.ON_TIME).count();
      counted += middle.size();
    }
    return 100.0 * onTime / counted;
  }
}
