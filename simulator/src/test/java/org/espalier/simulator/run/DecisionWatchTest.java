package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.report.CompletionCurve;
import org.espalier.report.DecisionExample;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinySystems;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looking at decisions changes none, and what is kept is what the decisions did. */
final class DecisionWatchTest {
  private static final int SEEDS = 30;
  private static final HcSystem SYSTEM = TinySystems.oneByOne();

  private static AllocationPolicy policy(String name, AllocationRules rules) {
    return PolicyRegistry.builtIn()
        .find(name)
        .orElseThrow()
        .create(PolicySettings.JOURNAL.withRules(rules));
  }

  @ParameterizedTest
  @CsvSource({
    "PAM, EXECUTING, 0",
    "MM-P, PENDING, 0",
    "MM-Drop, EXECUTING, 0",
    "MSD, NONE, 0",
    "MM-Drop, EXECUTING, 0.25"
  })
  void changesNothing(String name, DroppingScope scope, double charge) {
    AllocationRules rules =
        AllocationRules.bounded(4, scope).withCharge(new SchedulerCharge(charge));
    List<DecisionSnapshot> kept = new ArrayList<>();
    for (RandomTrials kind : RandomTrials.values()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        TinyTrial tiny = kind.trial(seed);
        Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
        DecisionWatch watch = new DecisionWatch(policy(name, rules));

        TrialOutcome watched = EventEngine.run(trial, new CheckedPolicy(watch), watch);

        assertThat(watched).isEqualTo(EventEngine.run(trial, policy(name, rules)));
        watch.found().forEach(found -> check(found, tiny.system()));
        kept.addAll(watch.found());
      }
    }
    assertThat(kept).anyMatch(found -> found.decision() instanceof Decision.Assign);
    assertThat(kept.stream().anyMatch(DecisionSnapshot::isDrop)).isEqualTo(!name.equals("MSD"));
  }

  private static void check(DecisionSnapshot found, HcSystem system) {
    List<Task> expected = new ArrayList<>(tasks(found.before()));
    if (found.isDrop()) {
      assertThat(expected.remove(found.decision().task())).isTrue();
      assertThat(found.after()).isNotEmpty();
    } else {
      expected.add(found.decision().task());
      assertThat(found.gain()).isCloseTo(found.after().getLast().chance(), within(1e-9));
    }
    assertThat(tasks(found.after())).isEqualTo(expected);
    checkPicture(DecisionPictures.of("PAM", system, found).example());
  }

  private static List<Task> tasks(List<DecisionSnapshot.Queued> queue) {
    return queue.stream().map(DecisionSnapshot.Queued::task).toList();
  }

  /** The bins of a curve hold all but a thousandth of its probability; masses are rounded. */
  private static void checkPicture(DecisionExample picture) {
    List<CompletionCurve> curves = new ArrayList<>(picture.before());
    curves.addAll(picture.after());
    for (CompletionCurve curve : curves) {
      double sum = curve.masses().stream().mapToDouble(Double::doubleValue).sum();
      assertThat(sum).isBetween(0.9989, 1.0001);
      assertThat(curve.masses()).hasSizeLessThanOrEqualTo(80);
      assertThat(curve.fromSeconds()).isNotNegative();
    }
  }

  /** A tick is a second: the task is expected to complete at 5 of them. */
  @Test
  void saysOnWhatGrounds() {
    assertThat(text(Basis.of("expected completion", 5)))
        .isEqualTo(
            "Task 7 (%s), 3.000 s into the trial, is put at the end of the queue of %s: expected"
                + " completion 5.000 s.",
            SYSTEM.taskTypes().getFirst().name(), SYSTEM.machines().getFirst().name());
    assertThat(text(new Basis("chance of success", 0.123456, 0.5)))
        .endsWith(": chance of success 0.123 against 0.5.");
    assertThat(text(Basis.of("urgency", Double.NEGATIVE_INFINITY)))
        .endsWith(": urgency -Infinity.");
  }

  private static String text(Basis basis) {
    Task task = new Task(7, 0, 1, 20);
    DecisionSnapshot.Queued queued =
        new DecisionSnapshot.Queued(task, false, 1 + 1e-9, Pmf.at(5, 1));
    DecisionSnapshot snapshot =
        new DecisionSnapshot(
            new Decision.Assign(task, new Placement(0, 0, 0), basis),
            0,
            3,
            List.of(),
            List.of(queued));
    return DecisionPictures.of("PAM", SYSTEM, snapshot).example().text();
  }
}
