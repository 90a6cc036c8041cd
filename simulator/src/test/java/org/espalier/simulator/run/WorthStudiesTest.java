package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.TrialInputs;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tasks are worth on time at more load than fits, as docs/results/just-in-time.md tells it:
 * what it brings to weigh worth, and to serve tasks as poorer versions; that least shares are held.
 * The whole has more trials.
 */
final class WorthStudiesTest {
  private static final List<String> LOADS =
      TestSample.isFull() ? List.of("0.5", "1.5", "2", "3") : List.of("0.5", "2");

  private static final Path FARM = Repository.file("examples/inference/system.yaml");

  private static int trials(int whole) {
    return TestSample.isFull() ? whole : 2;
  }

  @TempDir private Path directory;

  /** A study whose figures draw no bound on each trial, which takes longer than the trial. */
  private String withoutBounds(String study) throws IOException {
    String text = Files.readString(Repository.file("studies/" + study));
    assertThat(text).contains("bound: true");
    return Files.writeString(
            directory.resolve(Path.of(study).getFileName()),
            text.replace("system: system.yaml", "system: " + FARM)
                .replace("../inputs", Repository.file("inputs").toString())
                .replace("../examples", Repository.file("examples").toString())
                .replace("bound: true", "bound: false"))
        .toString();
  }

  /** The mean fluid bound on worth of what the scenarios of a label meet. */
  private static double bound(StudyRun run, String label, int trials) {
    Scenario scenario = scenario(run, label);
    TrialInputs inputs = run.experiment().inputs();
    return IntStream.rangeClosed(1, trials)
        .mapToDouble(trial -> {
          HcSystem system = inputs.system(scenario, trial);
          return FluidBound.worthOfTrial(system, inputs.workload(scenario, system, trial));
        })
        .average()
        .orElseThrow();
  }

  private static Scenario scenario(StudyRun run, String label) {
    return run.experiment().scenarios().stream()
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  /** Twice as much as fits; a tenth is worth 8, three tenths 4, the rest 1. */
  @Test
  void weighingWorthEarnsMoreAtTwiceCapacity() throws IOException {
    int trials = trials(30);
    StudyRun run =
        StudyRun.of(
            withoutBounds("just-in-time-worth.yaml"),
            List.of("trials=" + trials, "policy=JIT,PAM"));
    Map<String, Double> earned = run.means(Column.UTILITY);

    double jit = earned.get("JIT, 30k, true");
    assertThat(jit).isGreaterThan(1.4 * earned.get("JIT, 30k, false"));
    assertThat(jit).isGreaterThan(0.9 * bound(run, "JIT, 30k, true", trials));
    assertThat(earned.get("PAM, 30k, true")).isGreaterThan(1.3 * earned.get("PAM, 30k, false"));
  }

  /** The same load on ten machines of each type, three times as long: its ends count for less. */
  @Test
  @Tag("slow")
  void tenMachinesOfEachTypeEarnNearlyWhatTheyCould() throws IOException {
    List<String> settings =
        new ArrayList<>(tenOfEach("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"));
    settings.addAll(
        List.of(
            "trials=1", "tasks=24000", "arrival_intensity=300k", "policy=JIT", "weigh_worth=true"));
    StudyRun run = StudyRun.of(withoutBounds("just-in-time-worth.yaml"), settings);

    assertEarns(run, "JIT, 300k, true", 1, 0.95);
  }

  private StudyRun versions(String study, int trials) throws IOException {
    return StudyRun.of(
        withoutBounds(study), List.of("trials=" + trials, "load=" + String.join(",", LOADS)));
  }

  /** In transcoding, and no less than without them where there is time for all in full. */
  @Test
  void versionsEarnWhatTheyCould() throws IOException {
    int trials = trials(10);
    StudyRun run = versions("versions-transcoding.yaml", trials);
    Map<String, Double> earned = run.means(Column.UTILITY);

    for (String load : LOADS) {
      String label = "with versions, %s, JIT".formatted(load);
      assertEarns(run, label, trials, 0.95);
      assertThat(earned.get(label))
          .as(label)
          .isGreaterThanOrEqualTo(earned.get("in full, %s, JIT".formatted(load)));
    }
  }

  /**
   * On five machines; versions bring little there, since the bound does not rise. At a light load
   * the difference to all in full is chance.
   */
  @Test
  @Sampled(0.25)
  void versionsOfRequestsEarnWhatTheyCould() throws IOException {
    int trials = TestSample.isFull() ? 3 : 1;
    StudyRun run = versions("versions-inference.yaml", trials);
    Map<String, Double> earned = run.means(Column.UTILITY);

    LOADS.forEach(load -> assertEarns(run, "with versions, %s, JIT".formatted(load), trials, 0.9));
    assertThat(earned.get("with versions, 0.5, JIT"))
        .isGreaterThan((TestSample.isFull() ? 1 : 0.98) * earned.get("in full, 0.5, JIT"));
  }

  /** Transcoding at 1.5, 2 and 3 times what ten machines of each type can do in full. */
  @Test
  @Tag("slow")
  void versionsOnTenMachinesOfEachTypeEarnNearlyWhatTheyCould() throws IOException {
    List<String> settings =
        new ArrayList<>(
            tenOfEach("aws-c5.2xlarge", "aws-m5.2xlarge", "aws-m5a.2xlarge", "aws-r5.2xlarge"));
    String system = "system=" + Repository.file("inputs/versions/transcoding.yaml");
    settings.addAll(List.of("trials=1", "duration=20 s", "load=7.5,10,15", system));
    StudyRun run = StudyRun.of(withoutBounds("versions-transcoding.yaml"), settings);

    for (String load : List.of("7.5", "10", "15")) {
      assertEarns(run, "transcoding, %s, JIT".formatted(load), 1, 0.95);
    }
  }

  /**
   * Types of which nothing is on time without have their least shares where three times as much
   * comes as fits. MM is held to a point more.
   */
  @Test
  void leastSharesAreHeld() throws IOException {
    Map<String, Double> least = Map.of("spec-01", 25.0, "spec-02", 25.0, "spec-06", 40.0);
    StudyRun run =
        StudyRun.of(
            withoutBounds("just-in-time-shares.yaml"),
            List.of("trials=" + trials(30), "arrival_intensity=30k"));
    double chance = TestSample.isFull() ? 0 : 5;

    least.forEach((type, share) -> {
      assertThat(onTime(run, "JIT, 30k", type)).as(type).isLessThan(1);
      assertThat(onTime(run, "JIT with shares, 30k", type)).isGreaterThan(share - 2 - chance);
      assertThat(onTime(run, "PAM with shares, 30k", type)).isGreaterThan(share - 2 - chance);
      assertThat(onTime(run, "MM with shares, 30k", type)).isGreaterThan(share - 3 - chance);
    });
    Map<String, Double> robustness = run.means(Column.ROBUSTNESS);
    assertThat(robustness.get("JIT with shares, 30k"))
        .isGreaterThan(robustness.get("JIT, 30k") - 3 - chance);
  }

  /**
   * Types whose tasks take as long as many others have theirs too, at twice what the farm can do,
   * under heuristics that weigh no price against machine time.
   */
  @Test
  @Sampled(0.5)
  void leastSharesOfLongTasksAreHeld() throws IOException {
    List<String> types = List.of("summarise", "answer", "transcribe");
    Path study = Path.of(withoutBounds("../examples/inference/study.yaml"));
    String shares = "settings: {at_least: {summarise: 50%, answer: 50%, transcribe: 50%}}\n";
    Files.writeString(study, Files.readString(study).replace("axes:", shares + "axes:"));
    StudyRun run =
        StudyRun.of(
            study.toString(),
            List.of(
                "trials=" + trials(3), "duration=60 s", "load=2", "policy=PAM,MM", "baseline=PAM"));
    double chance = TestSample.isFull() ? 0 : 2;

    for (String label : List.of("PAM, 2", "MM, 2")) {
      types.forEach(type ->
          assertThat(onTime(run, label, type))
              .as("%s, %s", label, type)
              .isGreaterThan(48 - chance));
    }
    assertThat(run.means(Column.ROBUSTNESS).get("PAM, 2")).isGreaterThan(50);
  }

  private static double onTime(StudyRun run, String label, String type) {
    Scenario scenario = scenario(run, label);
    List<TaskType> types = run.experiment().inputs().system(scenario, 1).taskTypes();
    int id = types.stream().map(TaskType::name).toList().indexOf(type);
    return run.results().onTimeOfType(scenario, id).mean();
  }

  private static List<String> tenOfEach(String... machineTypes) {
    return Stream.of(machineTypes).map("machines.%s=10"::formatted).toList();
  }

  private static void assertEarns(StudyRun run, String label, int trials, double least) {
    double most = bound(run, label, trials);
    assertThat(run.means(Column.UTILITY).get(label)).as(label).isBetween(least * most, most * 1.01);
  }
}
