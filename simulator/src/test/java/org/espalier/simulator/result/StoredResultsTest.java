package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.explanation.MachineChance;
import org.espalier.simulator.explanation.Moment;
import org.espalier.simulator.explanation.StoryTeller;
import org.espalier.simulator.explanation.TaskStory;
import org.espalier.simulator.result.ScenarioComparison.Pair;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.TrialReplay;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results read back: compared, and run again. */
final class StoredResultsTest {
  private static final int TASKS = 90;

  @TempDir Path directory;

  private ExperimentResults run(String name, String seed, String policies) throws IOException {
    Path study = directory.resolve(name + ".yaml");
    Files.writeString(
        study,
        """
        name: small
        seed: %s
        trials: 3
        leave_out_first: 5
        leave_out_last: 5
        system: "%s"
        workload: {tasks: %d}
        axes: {policy: [%s], arrival_intensity: [15k, 40k]}
        %s
        """
            .formatted(
                seed,
                Repository.file("inputs/spec/system.yaml"),
                TASKS,
                policies,
                policies.endsWith(", MM") ? "baseline: MM" : ""));
    ExperimentResults results =
        ExperimentRunner.run(load(study), new RunSettings(1, () -> 0, ExperimentProgress.NONE));
    new ResultDirectory(directory.resolve(name)).write(results, "0.0-test");
    return results;
  }

  private static Experiment load(Path study) {
    Problems problems = new Problems();
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private StoredResults read(String name) {
    Problems problems = new Problems();
    return StoredResults.read(directory.resolve(name), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private ScenarioComparison compare(String baseline, String... names) {
    List<StoredResults> all = new ArrayList<>();
    for (String name : names) {
      all.add(read(name));
    }
    return ScenarioComparison.of(all, baseline);
  }

  @Test
  void areWhatWasWritten() throws IOException {
    ExperimentResults results = run("a", "1", "PAM, MM");
    StoredResults stored = read("a");

    assertThat(stored.version()).isEqualTo("0.0-test");
    assertThat(stored.baseline()).contains("MM");
    assertThat(stored.axes()).containsExactly("policy", "arrival_intensity");
    assertThat(stored.columns()).isEqualTo(Column.keys());
    for (Scenario scenario : results.experiment().scenarios()) {
      StoredScenario read = stored.scenarios().get(scenario.index());
      assertThat(read.values()).isEqualTo(scenario.values());
      for (int i = 0; i < 3; i++) {
        for (int c = 0; c < Column.values().length; c++) {
          double value = results.trials(scenario).get(i).values().get(c);
          double close = 1e-9 * Math.max(1, Math.abs(value));
          assertThat(read.trials().get(i).get(c))
              .as("%s, trial %d, column %d", read.label(), i + 1, c)
              .satisfiesAnyOf(
                  v -> assertThat(v).isNaN(), v -> assertThat(v).isCloseTo(value, within(close)));
          assertThat(Double.isNaN(read.trials().get(i).get(c))).isEqualTo(Double.isNaN(value));
        }
      }
    }
  }

  @Test
  void differencesAreThoseOfTheStudy() throws IOException {
    ExperimentResults results = run("a", "1", "PAM, MSD, MM");
    ScenarioComparison comparison = compare("MM", "a");

    assertThat(comparison.pairs()).hasSize(4);
    for (Pair pair : comparison.pairs()) {
      Scenario scenario = scenario(results, pair.scenario().scenario().values());
      Scenario baseline = results.experiment().baselineOf(scenario).orElseThrow();
      assertThat(pair.baseline().scenario().values()).isEqualTo(baseline.values());
      MeanInterval expected = results.difference(scenario, baseline, Column.ROBUSTNESS);
      MeanInterval difference = pair.difference("robustness");
      assertThat(difference.count()).isEqualTo(3);
      assertThat(difference.mean()).isCloseTo(expected.mean(), within(1e-6));
      assertThat(difference.halfWidth()).isCloseTo(expected.halfWidth(), within(1e-6));
    }
  }

  private static Scenario scenario(ExperimentResults results, List<String> values) {
    return results.experiment().scenarios().stream()
        .filter(scenario -> scenario.values().equals(values))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ofTwoStudiesArePairedWhereTheTrialsAreTheSame() throws IOException {
    run("a", "1", "PAM, MM");
    run("b", "1", "MM, MSD");

    assertThat(compare("a:MM", "a", "b").pairs())
        .extracting(pair -> pair.scenario().fullLabel() + " - " + pair.baseline().fullLabel())
        .containsExactly(
            "a: PAM, 15k - a: MM, 15k",
            "a: PAM, 40k - a: MM, 40k",
            "b: MM, 15k - a: MM, 15k",
            "b: MM, 40k - a: MM, 40k",
            "b: MSD, 15k - a: MM, 15k",
            "b: MSD, 40k - a: MM, 40k");
    assertThat(compare("a:MM", "a", "b").pairs().get(2).difference("robustness").mean()).isZero();
  }

  @Test
  void ofOtherSeedsAreNotPaired() throws IOException {
    run("a", "1", "PAM, MM");
    run("b", "2", "PAM, MM");
    ScenarioComparison comparison = compare("a", "a", "b");

    assertThat(comparison.unpaired()).hasSize(4).isEqualTo(comparison.pairs());
    assertThat(comparison.pairs().getFirst().unpaired()).contains("the seed is 2 and 1");
  }

  @Test
  void ofOtherLoadsAreNotPaired() throws IOException {
    run("a", "1", "PAM");
    ScenarioComparison comparison = compare("40k", "a");

    ScenarioComparison.Pair pair = comparison.pairs().getFirst();
    assertThat(comparison.pairs()).hasSize(1);
    assertThat(pair.unpaired()).contains("arrival_intensity is 15k and 40k");
    StoredResults stored = read("a");
    int column = stored.columns().indexOf("robustness");
    int trials = stored.scenarios().getFirst().trials().size();
    assertThat(pair.difference("robustness"))
        .isEqualTo(
            MeanInterval.ofUnpaired(
                stored.scenarios().get(0).column(column, trials),
                stored.scenarios().get(1).column(column, trials)));
  }

  /** The watch must not change what it sees; every policy meets it. */
  @Test
  void aWatchedTrialGivesWhatItGave() throws IOException {
    String policies =
        "PAM, MM-P, MSD, MMU, MOC, MOCA, PAMF, EDF, FCFS, MCT, KPB, MR, SQ, Random,"
            + " {policy: MM-Drop, name: proactive, dropping: proactive},"
            + " {policy: PAM, name: optimal, dropping: optimal},"
            + " {policy: PAM, name: dynamic, deferring: dynamic},"
            + " {policy: PAM, name: approximate, approximate: true}";
    run("a", "3", policies);
    StoredResults stored = read("a");
    Experiment experiment = load(StoredResults.studyFile(stored.directory()));
    for (StoredScenario scenario : stored.scenarios()) {
      for (int task = 0; task < TASKS; task += 31) {
        StoryTeller teller = new StoryTeller(task);
        List<Double> columns =
            new TrialReplay(experiment, scenario.values(), 2).run(teller, teller::watching);

        assertThat(stored.differences(scenario, 2, columns)).as(scenario.label()).isEmpty();
        assertThat(stored.differences(scenario, 1, columns)).isNotEmpty();
        checkStory(teller.story().orElseThrow());
      }
    }
  }

  private static void checkStory(TaskStory story) {
    assertThat(story.moments().getFirst()).isInstanceOf(Moment.Arrived.class);
    assertThat(story.moments().getLast()).isInstanceOf(Moment.Left.class);
    assertThat(story.moments()).extracting(Moment::time).isSorted();
    story.all(Moment.Deferred.class).forEach(StoredResultsTest::checkDeferral);
    story
        .all(Moment.Assigned.class)
        .forEach(assigned -> {
          assertThat(assigned.chances()).hasSize(8);
          assertThat(assigned.chances().get(assigned.machine()).room()).isTrue();
        });
  }

  /** The chance that the policy gives for a deferral is the one the watch finds there. */
  private static void checkDeferral(Moment.Deferred deferred) {
    Optional<MachineChance> there =
        deferred.chances().stream().filter(c -> c.machine() == deferred.machine()).findFirst();
    assertThat(there.orElseThrow().chance()).isEqualTo(deferred.basis().value());
    assertThat(deferred.basis().value()).isLessThanOrEqualTo(deferred.basis().limit());
  }

  /** Where a drop by threshold lies ahead, what follows can only gain. */
  @Test
  void dropsAheadRaiseTheChance() throws IOException {
    run("a", "1", "{policy: MM-P, queue_capacity: 6}");
    StoredResults stored = read("a");
    Experiment experiment = load(StoredResults.studyFile(stored.directory()));
    List<Moment.MadeRoom> all = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      StoryTeller teller = new StoryTeller(task);
      new TrialReplay(experiment, List.of("MM-P", "40k"), 1).run(teller, teller::watching);
      teller.story().orElseThrow().all(Moment.MadeRoom.class).forEach(all::add);
    }
    assertThat(all)
        .isNotEmpty()
        .allSatisfy(moment -> assertThat(moment.after()).isGreaterThanOrEqualTo(moment.before()));
    assertThat(all).anySatisfy(m -> assertThat(m.after()).isGreaterThan(m.before() + 0.01));
    assertThat(all).noneMatch(m -> m.decision() instanceof Decision.Assign);
  }

  @Test
  void aJournalTellsTheSameStoryButForTheChances() throws IOException {
    run("a", "1", "PAM");
    Experiment experiment = load(StoredResults.studyFile(directory.resolve("a")));
    for (int task = 0; task < TASKS; task += 17) {
      StoryTeller watching = new StoryTeller(task);
      StoryTeller hearing = new StoryTeller(task);
      Journal both = new Both(watching, hearing);
      new TrialReplay(experiment, List.of("PAM", "40k"), 3).run(both, watching::watching);

      assertThat(hearing.story().orElseThrow().moments())
          .extracting(m -> m.getClass().getSimpleName() + m.time())
          .isEqualTo(
              watching.story().orElseThrow().moments().stream()
                  .map(m -> m.getClass().getSimpleName() + m.time())
                  .toList());
    }
  }

  private record Both(Journal one, Journal other) implements Journal {
    @Override
    public void record(Entry entry) {
      one.record(entry);
      other.record(entry);
    }

    @Override
    public boolean wantsDeferrals() {
      return true;
    }
  }

  @Test
  void damagedFilesAreReportedWithTheirPlace() throws IOException {
    run("a", "1", "MM");
    Path file = directory.resolve("a/trials.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(2, lines.get(2).replaceFirst("MM,15k,15000,2,[^,]*,", "MM,15k,15000,2,many,"));
    lines.set(3, lines.get(3).replaceFirst("15000,3", "15000,4"));
    lines.set(4, "MM,40k,1");
    Files.write(file, lines);
    Problems problems = new Problems();

    assertThat(StoredResults.read(directory.resolve("a"), problems)).isEmpty();
    assertThat(problems.listed())
        .extracting(Object::toString)
        .satisfiesExactly(
            p -> assertThat(p).contains("trials.csv:3: robustness: is no number (value many)"),
            p -> assertThat(p).contains("trials.csv:4: trial: is out of order: expected trial 3"),
            p -> assertThat(p).contains("trials.csv:5: trial: line is cut short: it has 3 fields"),
            p -> assertThat(p).contains("trials.csv:6: trial: is out of order"),
            p -> assertThat(p).contains("trials.csv:7: trial: is out of order"));
  }
}
