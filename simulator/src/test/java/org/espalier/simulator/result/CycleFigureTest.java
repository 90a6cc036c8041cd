package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.CurveFigure;
import org.espalier.simulator.study.Experiment;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of what changes over the day by itself. */
final class CycleFigureTest {
  @TempDir private Path directory;

  private static Experiment experiment(Path study) {
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), new Problems())
        .orElseThrow();
  }

  private Experiment experiment(String types, String pattern) throws IOException {
    Files.writeString(
        directory.resolve("outages.csv"), "machine,from_s,until_s\nold-0,3600,10800\n");
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\na,node,40\n");
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: curves
        tick: 1 s
        machine_types:
          - {name: node, %s}
          - {name: day-node, like: node}
          - {name: old, like: node, price_per_hour: 0.03%s}
        machines: [{type: node, count: 2}, {type: day-node, count: 4}, {type: old, count: 2}]
        pet: {samples: times.csv}
        """
            .formatted((Object[]) types.split(";")));
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: curves
            horizon: 1 d
            system: system.yaml
            workload: {pattern: %s, duration: 1 d, types: {a: {rate: 100/h, deadline: 5 min}}}
            axes: {policy: [MM], load: [1, 2]}
            """
                .formatted(pattern));
    return experiment(study);
  }

  @Test
  void curvesAreSharesOfTheMostTheyComeTo() throws IOException {
    Experiment experiment =
        experiment(
            "price_per_hour: {\"22:00-06:00\": 0.05, \"06:00-22:00\": 0.1};, outages: outages.csv",
            "{\"00:00-06:00\": 1, \"06:00-24:00\": 5}");

    CurveFigure figure = (CurveFigure) CycleFigure.of(experiment).orElseThrow();

    assertThat(figure.x().unit()).isEqualTo("h");
    assertThat(figure.axes().getFirst().values())
        .containsExactly(
            "arrivals over their mean, up to 1.25",
            "price of node, day-node, up to 0.1",
            "old on, up to 2");
    CurveFigure.Curve price = figure.curves().get(1);
    assertThat(price.xs().getFirst()).isZero();
    assertThat(price.xs().getLast()).isEqualTo(24);
    assertThat(price.ys()).containsOnly(50.0, 100.0);
    CurveFigure.Curve machines = figure.curves().getLast();
    assertThat(machines.xs()).containsExactly(0.0, 0.0, 1.0, 1.0, 3.0, 3.0, 24.0);
    assertThat(machines.ys()).containsExactly(100.0, 100.0, 100.0, 50.0, 50.0, 100.0, 100.0);
  }

  @Test
  void thereIsNoneWhereNothingChanges() throws IOException {
    assertThat(CycleFigure.of(experiment("price_per_hour: 1; ", "poisson"))).isEmpty();
  }

  /** Of four systems, one has machines that are off at night. */
  @Test
  void systemsOfAnAxisAreAllLookedAt() {
    CurveFigure figure =
        (CurveFigure)
            CycleFigure.of(experiment(Repository.file("studies/fleet-night.yaml"))).orElseThrow();

    assertThat(figure.curves().stream().map(curve -> curve.values().getFirst()))
        .anyMatch(name -> name.startsWith("arrivals over their mean"))
        .anyMatch(name -> name.endsWith(" on, up to 6"));
  }
}
