package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the studies of MAXROBUST's figures show. */
final class MaxRobustStudiesTest {
  @TempDir Path directory;

  private static ExperimentResults run(String study, String... set) {
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(
                Repository.file("studies/" + study),
                List.of(set),
                PolicyRegistry.builtIn(),
                problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    return ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
  }

  /** MaxRobust, then SQ, KPB and MEET, as published; absolute numbers are not those of the text. */
  @Test
  void ofTheSourceTheOrderHolds() {
    ExperimentResults results =
        run("maxrobust-fig-1.yaml", "policy=MaxRobust,SQ,KPB,MET", "trials=8");
    List<Scenario> scenarios = results.experiment().scenarios();

    for (int i = 1; i < scenarios.size(); i++) {
      assertThat(results.mean(scenarios.get(i - 1), Column.ROBUSTNESS).mean())
          .as(scenarios.get(i - 1).label())
          .isGreaterThan(results.mean(scenarios.get(i), Column.ROBUSTNESS).mean() + 1);
    }
  }

  /** Each line of misses.csv, counted again from the lines of trials.csv. */
  @Test
  void theDistributionIsThatOfTheTrials() throws Exception {
    ExperimentResults results =
        run("maxrobust-fig-2.yaml", "policy=SQ,MET", "trials=7", "tasks=300");
    Path out = directory.resolve("results");
    new ResultDirectory(out).write(results, "0");

    Map<String, List<Double>> misses = new LinkedHashMap<>();
    List<String> header =
        List.of(Files.readAllLines(out.resolve("trials.csv")).getFirst().split(","));
    int column = header.indexOf("misses");
    Files.readAllLines(out.resolve("trials.csv")).stream()
        .skip(1)
        .map(line -> line.split(","))
        .forEach(row ->
            misses
                .computeIfAbsent(row[0], policy -> new ArrayList<>())
                .add(Double.valueOf(row[column])));
    List<String> lines = Files.readAllLines(out.resolve("misses.csv"));
    assertThat(lines.getFirst()).isEqualTo("policy,misses,trials_percent");
    assertThat(lines).hasSizeBetween(1 + 2, 1 + 14);
    for (String line : lines.subList(1, lines.size())) {
      String[] row = line.split(",");
      List<Double> trials = misses.getOrDefault(row[0], List.of());
      double atMost = trials.stream().filter(m -> m <= Double.parseDouble(row[1])).count();
      assertThat(trials).hasSize(7).contains(Double.valueOf(row[1]));
      assertThat(Double.parseDouble(row[2])).isCloseTo(100 * atMost / 7, within(1e-6));
    }
    assertThat(out.resolve("report.html"))
        .content()
        .contains("\"stepped\":true,\"limit\":\"\",\"curves\":[{\"values\":[\"SQ\"]");
    assertThat(out.resolve("study.resolved.yaml")).content().contains("kind: distribution");
  }
}
