package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.Scene;
import org.espalier.core.pruning.ProactiveDropping;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.PruningSettings.DroppingMethod;
import org.junit.jupiter.api.Test;

/** Settings of policies: what each changes, which values parameters take, and what they become. */
class PolicySettingsTest {
  private static final HcSystem SYSTEM = Scene.system(new Pmf[][] {{Pmf.at(2, 1)}});

  /**
   * A machine runs a task until 2; behind it wait one until 3, which cannot be on time, and one
   * until 5, which can be if the other is dropped. Another task waits in the batch queue until 9.
   */
  private static MappingSession overfull() {
    Scene scene = new Scene(SYSTEM, AllocationRules.bounded(5, DroppingScope.PENDING));
    scene.to(session -> session.open().forEach(task -> session.assign(task, 0, Scene.basis())));
    scene.arrive(0, 0, 9).arrive(0, 0, 3).arrive(0, 0, 5).settle(0);
    scene.to(session -> {}).arrive(1, 0, 9).settle(1);
    return scene.session();
  }

  private static List<Integer> dropped(PruningSettings settings, PruningParts parts) {
    MappingSession session = overfull();
    settings.newPruner(parts).prune(session);
    return session.decisions().stream().map(Decision::task).map(task -> task.id()).toList();
  }

  private static boolean defers(PruningSettings settings, PruningParts parts) {
    MappingSession session = overfull();
    settings.newPruner(parts).prune(session);
    return session.hasFilters();
  }

  @Test
  void aPrunerHasThePartsThatItsNameAsksFor() {
    PruningSettings settings = PruningSettings.byThresholds(0.5, 0.9, ToggleSettings.ALWAYS);

    assertThat(dropped(settings, PruningParts.WHOLE)).containsExactly(1);
    assertThat(dropped(settings, PruningParts.DROPPING)).containsExactly(1);
    assertThat(dropped(settings, PruningParts.DEFERRING)).isEmpty();
    assertThat(dropped(settings, PruningParts.NONE)).isEmpty();
    assertThat(defers(settings, PruningParts.WHOLE)).isTrue();
    assertThat(defers(settings, PruningParts.DEFERRING)).isTrue();
    assertThat(defers(settings, PruningParts.DROPPING)).isFalse();
    assertThat(defers(settings, PruningParts.NONE)).isFalse();
  }

  @Test
  void tasksAreDroppedByTheMethodThatIsSet() {
    ThresholdDropping all = new ThresholdDropping(1, 0, true);
    PruningSettings settings =
        PruningSettings.byThresholds(0.5, 0.9, ToggleSettings.NEVER)
            .withToggle(ToggleSettings.ALWAYS)
            .withByThreshold(all);
    PruningParts parts = PruningParts.DROPPING;

    assertThat(dropped(settings, parts)).containsExactly(0, 1, 2);
    for (DroppingMethod method : List.of(DroppingMethod.PROACTIVE, DroppingMethod.OPTIMAL)) {
      assertThat(dropped(settings.withDropping(method), parts)).as("%s", method).containsExactly(1);
    }
    PruningSettings never =
        settings
            .withDropping(DroppingMethod.PROACTIVE)
            .withProactive(new ProactiveDropping(1, 1000));
    assertThat(never.proactive().improvementFactor()).isEqualTo(1000);
  }

  @Test
  void eachSettingChangesItselfAlone() {
    PruningSettings pruning = PruningSettings.byThresholds(0.5, 0.9, ToggleSettings.ALWAYS);
    DeferringSettings dynamic = new DeferringSettings(DeferringSettings.Method.DYNAMIC, 0.3, 0.1);

    assertThat(pruning.withDeferring(dynamic).deferring()).isEqualTo(dynamic);
    assertThat(pruning.withDeferring(dynamic).withDeferring(pruning.deferring()))
        .isEqualTo(pruning);
    assertThat(dynamic.newDeferring()).isNotEqualTo(pruning.deferring().newDeferring());
    assertThat(pruning.withFairnessFactor(0.25).fairnessFactor())
        .isEqualTo(OptionalDouble.of(0.25));
    assertThat(pruning.withDroppingByUtility(new UtilityDropping(2)).byUtility())
        .isEqualTo(new UtilityDropping(2));
    assertThatThrownBy(() -> pruning.withFairnessFactor(1.5))
        .hasMessageContaining("fairness factor is 1.5");

    PolicySettings settings = PolicySettings.JOURNAL;
    assertThat(settings.withFirstPhase(FirstPhase.WITH_ROOM).firstPhase())
        .isEqualTo(FirstPhase.WITH_ROOM);
    assertThat(settings.withFirstPhase(FirstPhase.WITH_ROOM).withFirstPhase(settings.firstPhase()))
        .isEqualTo(settings);
    assertThat(settings.withApproximation(Approximation.ON).approximation())
        .isEqualTo(Approximation.ON);
    assertThat(settings.withSeed(9).seed()).isEqualTo(9);
    assertThat(settings.withPruning(pruning).pruning()).isEqualTo(pruning);
  }

  /** The only one that defers at 0.9 drops what a threshold of 0.3 lets pass. */
  @Test
  void pumDefersAtItsOwnThresholdAndPamfIsFair() {
    PolicyRegistry registry = PolicyRegistry.builtIn();
    PolicySettings settings = PolicySettings.JOURNAL;
    PruningSettings pum = registry.find("PUM").orElseThrow().provider().pruning(settings);
    PolicyProvider pamf = registry.find("PAMF").orElseThrow().provider();

    assertThat(pum.deferring()).isEqualTo(DeferringSettings.fixed(0.3));
    assertThat(pamf.pruning(settings).fairnessFactor()).isEqualTo(OptionalDouble.of(0.1));
    PolicySettings set = settings.withPruning(settings.pruning().withFairnessFactor(0.4));
    assertThat(pamf.pruning(set).fairnessFactor()).isEqualTo(OptionalDouble.of(0.4));
  }

  @Test
  void maxRobustIsMeantForUnboundedQueuesAndSoftDeadlines() {
    PolicyProvider maxRobust = PolicyRegistry.builtIn().find("MaxRobust").orElseThrow().provider();
    AllocationRules unbounded = AllocationRules.unbounded(DroppingScope.NONE);
    PolicySettings settings = PolicySettings.JOURNAL;

    assertThat(maxRobust.caution(settings.withRules(unbounded.withDeadlines(DeadlineKind.SOFT))))
        .isEmpty();
    assertThat(maxRobust.caution(settings.withRules(unbounded)).orElseThrow())
        .startsWith("MaxRobust is meant for unbounded queues and soft deadlines");
    assertThat(
            maxRobust.caution(
                settings.withRules(
                    AllocationRules.bounded(3, DroppingScope.NONE)
                        .withDeadlines(DeadlineKind.SOFT))))
        .isPresent();
  }

  @Test
  void aBudgetOfEnergyNeedsPower() {
    PolicySettings budget =
        PolicySettings.JOURNAL.withEnergy(
            new EnergySettings(
                List.of(new EnergyPeriod(0, 1000, OptionalDouble.of(1e6))),
                new TaskBudget.Unlimited()));
    PolicyRegistry registry = PolicyRegistry.builtIn();

    assertThat(SYSTEM.isWhollyPowered()).isFalse();
    assertThat(PolicySettings.JOURNAL.suit(SYSTEM)).isTrue();
    assertThat(budget.suit(SYSTEM)).isFalse();
    assertThat(registry.namesFor(SYSTEM))
        .contains("MM", "PAM-D", "JIT")
        .doesNotContain("Weighted-Util", "Weighted-Util-P");
    assertThat(registry.providers()).extracting(PolicyProvider::name).contains("MM", "JIT");
    assertThat(PolicyRegistry.withServices(getClass().getClassLoader()).names())
        .containsAll(registry.names());
  }

  private static <T> List<Boolean> taken(PolicyParameter<T> parameter, List<T> values) {
    return values.stream().map(parameter.range()::test).toList();
  }

  @Test
  void aParameterTakesItsBoundsAndNothingBeyond() {
    PolicyParameter<Integer> whole = PolicyParameter.whole("n", 1, 3, 2, "sum", "src");
    PolicyParameter<Double> real = PolicyParameter.real("r", 0, 2.5, 0.0, "sum", "src");
    PolicyParameter<Double> positive = PolicyParameter.positiveShare("p", 0.5, "sum", "src");
    Duration second = Duration.ofSeconds(1);
    PolicyParameter<Duration> time = PolicyParameter.time("t", second, Duration.ZERO, "sum", "src");

    assertThat(taken(whole, List.of(0, 1, 3, 4))).containsExactly(false, true, true, false);
    assertThat(taken(real, List.of(-0.1, 0.0, 2.5, 2.6))).containsExactly(false, true, true, false);
    assertThat(taken(positive, List.of(0.0, 1e-9, 1.0, 1.1)))
        .containsExactly(false, true, true, false);
    assertThat(
            taken(time, List.of(Duration.ofNanos(-1), Duration.ZERO, second, second.plusNanos(1))))
        .containsExactly(false, true, true, false);
    assertThat(whole.expected()).isEqualTo("a whole number from 1 to 3");
    assertThat(real.expected()).isEqualTo("a number from 0 to 2.5");
    assertThat(positive.expected()).isEqualTo("a number above 0 and up to 1");
    assertThat(PolicyParameter.real("r", -1e9, 1e9, 0.0, "s", "s").expected())
        .isEqualTo("a number from -1.0E9 to 1.0E9");
  }

  @Test
  void whatIsNoNumberIsOneOfSomeValues() {
    PolicyParameter<Boolean> flag = PolicyParameter.flag("flag", "sum", "src");
    PolicyParameter<Forecast> forecast = PolicyParameter.forecast("forecast", "sum", "src");

    assertThat(taken(flag, List.of(false, true))).containsExactly(true, true);
    assertThat(flag.byDefault()).isFalse();
    assertThat(forecast.range().test(Forecast.named("yesterday.csv"))).isTrue();
    assertThat(forecast.byDefault()).isEqualTo(Forecast.NONE);
  }

  @Test
  void valuesOfATypeAreReplacedAndOthersStay() {
    PolicyParameter<Forecast> forecast = PolicyParameter.forecast("forecast", "sum", "src");
    PolicyParameter<Integer> whole = PolicyParameter.whole("n", 1, 3, 2, "sum", "src");
    ParameterValues given =
        ParameterValues.DEFAULTS.with(forecast, Forecast.named("a.csv")).with(whole, 3);
    ParameterValues changed = given.replacing(Forecast.class, f -> Forecast.named("b.csv"));

    assertThat(changed.get(forecast).name()).isEqualTo("b.csv");
    assertThat(changed.get(whole)).isEqualTo(3);
    assertThat(changed).isNotEqualTo(given).hasToString("{forecast=b.csv, n=3}");
    assertThat(changed.replacing(Forecast.class, f -> Forecast.named("a.csv")))
        .isEqualTo(given)
        .hasSameHashCodeAs(given);
  }

  /** A parameter of the same name may have another range elsewhere. */
  @Test
  void aValueThatAPolicyDoesNotAllowIsRefused() {
    ParameterValues given =
        ParameterValues.DEFAULTS.with(PolicyParameter.whole("n", 1, 9, 2, "sum", "src"), 7);

    given.checkFor("P", List.of(PolicyParameter.whole("n", 1, 7, 2, "sum", "src")));
    for (PolicyParameter<?> other :
        List.of(
            PolicyParameter.whole("n", 1, 6, 2, "sum", "src"),
            PolicyParameter.share("n", 0.5, "sum", "src"))) {
      assertThatThrownBy(() -> given.checkFor("P", List.of(other)))
          .hasMessage("policy P has no parameter n with value 7");
    }
  }
}
