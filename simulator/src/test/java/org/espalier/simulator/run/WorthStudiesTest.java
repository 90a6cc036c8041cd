package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.TrialInputs;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tasks are worth on time at more load than fits, as docs/results/just-in-time.md tells it:
 * what it brings to weigh worth, and to serve tasks as poorer versions. The whole has more trials.
 */
final class WorthStudiesTest {
  private static int trials(int whole) {
    return TestSample.isFull() ? whole : 2;
  }

  @TempDir private Path directory;

  /** A study whose figures draw no bound on each trial, which takes longer than the trial. */
  private String withoutBounds(String study) throws IOException {
    String text = Files.readString(Repository.file("studies/" + study));
    assertThat(text).contains("bound: true");
    return Files.writeString(
            directory.resolve(study),
            text.replace("../inputs", Repository.file("inputs").toString())
                .replace("bound: true", "bound: false"))
        .toString();
  }

  /** The mean fluid bound on worth of what the scenarios of a label meet. */
  private static double bound(StudyRun run, String label, int trials) {
    Scenario scenario =
        run.experiment().scenarios().stream()
            .filter(each -> each.label().equals(label))
            .findFirst()
            .orElseThrow();
    TrialInputs inputs = run.experiment().inputs();
    return IntStream.rangeClosed(1, trials)
        .mapToDouble(trial -> {
          HcSystem system = inputs.system(scenario, trial);
          return FluidBound.worthOfTrial(system, inputs.workload(scenario, system, trial));
        })
        .average()
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

  /** In transcoding, and no less than without them where there is time for all in full. */
  @Test
  void versionsEarnWhatTheyCould() throws IOException {
    int trials = trials(10);
    List<String> loads =
        TestSample.isFull() ? List.of("0.5", "1.5", "2", "3") : List.of("0.5", "2");
    StudyRun run =
        StudyRun.of(
            withoutBounds("versions-transcoding.yaml"),
            List.of("trials=" + trials, "load=" + String.join(",", loads)));
    Map<String, Double> earned = run.means(Column.UTILITY);

    for (String load : loads) {
      String label = "with versions, %s, JIT".formatted(load);
      double most = bound(run, label, trials);
      double inFull = earned.get("in full, %s, JIT".formatted(load));
      assertThat(earned.get(label)).as(label).isBetween(0.95 * most, most * 1.01);
      assertThat(earned.get(label)).as(label).isGreaterThanOrEqualTo(inFull);
    }
  }
}
