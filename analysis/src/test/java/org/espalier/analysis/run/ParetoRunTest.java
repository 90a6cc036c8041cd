package org.espalier.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.result.ParetoDirectory;
import org.espalier.analysis.study.NoGenerator;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.ScatterFigure;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParetoRunTest {
  private static final ParetoProgress SILENT =
      new ParetoProgress() {
        @Override
        public void begins(String phase, long total) {}

        @Override
        public void reached(long done, double hypervolume, OptionalDouble shareOfBound) {}

        @Override
        public void ends() {}
      };

  @TempDir private Path directory;

  private ParetoStudy study(String more) throws IOException {
    String inputs =
        "name: x\nsystem: %s\nworkload: %s\n"
            .formatted(
                Repository.file("inputs/pareto/data-set-1.yaml"),
                Repository.file("inputs/pareto/data-set-1.trace.csv"));
    return read(Files.writeString(directory.resolve("study.yaml"), inputs + more));
  }

  private static ParetoStudy read(Path file) {
    Problems problems = new Problems();
    List<ParetoStudy> studies =
        ParetoStudyReader.read(
            file,
            ParetoStudyReader.Overrides.NONE,
            PolicyRegistry.builtIn(),
            NoGenerator.INSTANCE,
            problems);
    problems.throwIfAny();
    return studies.getFirst();
  }

  private static ParetoResults run(ParetoStudy study, BooleanSupplier stop, ParetoProgress progress)
      throws IOException {
    SearchSettings settings =
        new SearchSettings(
            2, System::nanoTime, stop, progress, Optional.empty(), Duration.ofSeconds(1));
    return new ParetoRun(
            study,
            choice -> {
              throw new AssertionError(choice);
            },
            settings)
        .run();
  }

  private static ParetoResults run(ParetoStudy study) throws IOException {
    return run(study, () -> false, SILENT);
  }

  private static void assertIsFront(ParetoResults results) {
    List<Losses> losses = results.losses();
    assertThat(losses).isNotEmpty();
    for (Losses point : losses) {
      assertThat(losses).noneMatch(other -> other.dominates(point));
    }
    for (FrontPoint point : results.front()) {
      Losses again =
          results
              .study()
              .objectives()
              .losses(AllocationOutcome.of(results.study().problem(), point.allocation()).totals());
      assertThat(again.first())
          .isCloseTo(point.losses().first(), offset(1e-6 * Math.abs(again.first())));
      assertThat(again.second())
          .isCloseTo(point.losses().second(), offset(1e-6 * Math.abs(again.second())));
    }
  }

  @ParameterizedTest
  @CsvSource({"utility, makespan", "makespan, energy", "energy, utility", "utility, energy"})
  void pairsOfObjectivesAreSearched(String first, String second) throws IOException {
    ParetoResults results =
        run(
            study(
                """
                objectives: [%s, %s]
                method: nsga2
                nsga2: {population: 20, generations: 60}
                """
                    .formatted(first, second)));
    assertIsFront(results);
    assertThat(results.isComplete()).isTrue();
    assertThat(results.hypervolume(results.losses())).isPositive();
  }

  @Test
  void tasksOnTimeAndCostAreObjectivesWhereTheFilesHaveThem() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: priced
        tick: 1 s
        task_types: [a]
        machine_types: [{name: dear, price_per_hour: 36}, {name: cheap, price_per_hour: 3.6}]
        machines: [{type: dear}, {type: cheap}]
        pet: system.pet.csv
        missing: error
        """);
    Files.writeString(
        directory.resolve("system.pet.csv"),
        "# tick 1 s, step 1\ntask_type,machine_type,time_s,mass\na,dear,5,1\na,cheap,20,1\n");
    Files.writeString(
        directory.resolve("trace.csv"),
        "task_type,arrival_s,deadline_s\na,0,10\na,0,10\na,0,20\na,0,20\n");
    ParetoStudy study =
        read(
            Files.writeString(
                directory.resolve("study.yaml"),
                """
                name: priced
                system: system.yaml
                workload: trace.csv
                objectives: [robustness, cost]
                nsga2: {population: 20, generations: 100}
                """));
    ParetoResults results = run(study);
    // All on the cheap machine cost 0.08, one of them on time; each moved to the dear one costs
    // 0.03 more, and that ends two within 10 s and the other two on time.
    assertThat(results.front().stream().map(p -> Objective.ROBUSTNESS.loss(p.losses().first())))
        .first()
        .isEqualTo(4.0);
    assertThat(results.losses().getLast().second()).isCloseTo(0.08, offset(1e-9));
    assertIsFront(results);
  }

  @Test
  void theGeneticAlgorithmGoesOnFromTheSweep() throws IOException {
    ParetoStudy study =
        study(
            """
            sweep: {weights: 4, rounds: 1}
            nsga2: {population: 20, generations: 30}
            populations: {seeded: [min-min]}
            """);
    ParetoResults results = run(study);
    assertIsFront(results);
    assertThat(results.snapshots()).extracting(Snapshot::source).contains("sweep", "seeded");
    double sweep = results.hypervolume(results.snapshots().getFirst().losses());
    assertThat(results.hypervolume(results.losses())).isGreaterThanOrEqualTo(sweep);
    assertThat(results.share(results.losses()).orElseThrow()).isBetween(0.85, 1.0);
  }

  @Test
  void itEndsWhenItIsToldTo() throws IOException {
    AtomicInteger reports = new AtomicInteger();
    List<String> phases = new ArrayList<>();
    ParetoProgress progress =
        new ParetoProgress() {
          @Override
          public void begins(String phase, long total) {
            phases.add(phase);
          }

          @Override
          public void reached(long done, double hypervolume, OptionalDouble shareOfBound) {
            assertThat(shareOfBound.orElseThrow()).isBetween(0.0, 1.0);
            reports.incrementAndGet();
          }

          @Override
          public void ends() {}
        };
    ParetoResults results =
        run(
            study(
                """
                method: nsga2
                nsga2: {generations: 100000000}
                populations: {one: [], two: []}
                """),
            () -> reports.get() >= 2,
            progress);
    assertIsFront(results);
    assertThat(results.isComplete()).isFalse();
    assertThat(phases).containsExactly("bound", "one");
  }

  @Test
  void aReportShowsDistributionsWhereEvaluationsAreDrawn() throws IOException {
    ParetoResults results =
        run(
            read(
                Files.writeString(
                    directory.resolve("hours.yaml"),
                    """
                    name: hours
                    system: %s
                    workload: %s
                    utility_threshold: 0.5
                    method: nsga2
                    nsga2: {population: 4, generations: 2}
                    uncertainty: {method: percentile, samples: 10, spread: %s}
                    monte_carlo: 5
                    populations: {seeded: [max-max-upe]}
                    """
                        .formatted(
                            Repository.file("inputs/pareto/four-hours.yaml"),
                            Repository.file("inputs/pareto/four-hours.trace.csv"),
                            Repository.file("inputs/pareto/four-hours.spread.csv")))));
    assertThat(results.bound()).isEmpty();
    assertThat(results.evaluated()).hasSameSizeAs(results.front());
    assertThat(results.evaluated().getFirst().cloud().size()).isEqualTo(5);
    assertThat(ParetoDirectory.report(results, "0").figures())
        .filteredOn(figure -> figure.id().equals("fuzzy-front") || figure.id().equals("variances"))
        .hasSize(2)
        .allMatch(ScatterFigure.class::isInstance);
    Path written = new ParetoDirectory(directory.resolve("out")).write(results, "0");
    assertThat(Files.size(written)).isPositive();
  }
}
