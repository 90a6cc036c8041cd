package org.espalier.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.espalier.analysis.front.Dominance;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.result.ParetoDirectory;
import org.espalier.analysis.study.NoGenerator;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.ChartFigure;
import org.espalier.report.ReportData;
import org.espalier.report.ScatterFigure;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Sampled(0.5)
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
      assertThat(losses).noneMatch(other -> Dominance.dominates(other, point));
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
    Files.writeString(
        directory.resolve("five.spread.csv"),
        "task_type,machine_type,p_state,time_cov,power_cov\n"
            + "x,fast,0,0.2,0.1\nx,slow,0,0.5,0.1\ny,fast,0,0.2,0.1\ny,slow,0,0.5,0.1\n");
    ParetoResults results =
        run(
            five(
                "[utility, energy]",
                """
                utility_threshold: 0.5
                method: nsga2
                uncertainty: {method: percentile, samples: 2, spread: five.spread.csv}
                monte_carlo: 5\
                """));
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

  /** Five tasks on two machines, of which all orders and places have been looked at. */
  private ParetoStudy five(String objectives, String more) throws IOException {
    Files.writeString(
        directory.resolve("sys.yaml"),
        """
        name: sys
        tick: 1 s
        machine_types:
          - {name: fast, p_states: [{power: 200 W}], price_per_hour: 3.6}
          - {name: slow, p_states: [{power: 50 W}], price_per_hour: 0.36}
        machines: [{type: fast}, {type: slow}]
        pet: sys.pet.csv
        """);
    Files.writeString(
        directory.resolve("sys.pet.csv"),
        "# tick 1 s, step 1\n"
            + "task_type,machine_type,time_s,mass\n"
            + "x,fast,10,1\n"
            + "x,slow,20,1\n"
            + "y,fast,5,1\n"
            + "y,slow,30,1\n");
    Files.writeString(
        directory.resolve("five.csv"),
        "task_type,arrival_s,deadline_s\nx,0,15\nx,0,25\nx,0,40\ny,0,12\ny,3,30\n");
    return read(
        Files.writeString(
            directory.resolve("five.yaml"),
            """
            name: five
            system: sys.yaml
            workload: five.csv
            objectives: %s
            nsga2: {population: 40, generations: 60}
            populations: {random: []}
            %s
            """
                .formatted(objectives, more)));
  }

  @ParameterizedTest
  @CsvSource({
    "makespan, energy",
    "utility, energy",
    "robustness, energy",
    "robustness, cost",
    "makespan, cost"
  })
  void theOrderOfObjectivesMakesNoDifference(String first, String second) throws IOException {
    ParetoStudy study = five("[%s, %s]".formatted(first, second), "");
    ParetoResults one = run(study);
    ParetoStudy turned = five("[%s, %s]".formatted(second, first), "");
    ParetoResults other = run(turned);
    assertThat(turned.search().method()).isEqualTo(study.search().method());
    assertThat(other.study().objectives().first().key()).isEqualTo(first);
    assertThat(other.reference()).isEqualTo(one.reference());
    assertThat(other.bound()).isEqualTo(one.bound());
    assertThat(other.front()).isEqualTo(one.front());
    assertThat(other.snapshots()).isEqualTo(one.snapshots());
    ParetoDirectory written = new ParetoDirectory(directory.resolve("one"));
    written.write(one, "0");
    ParetoDirectory too = new ParetoDirectory(directory.resolve("other"));
    too.write(other, "0");
    for (String file : List.of("front.csv", "fronts.csv", "indicators.csv", "allocations/A.csv")) {
      assertThat(too.path().resolve(file)).hasSameTextualContentAs(written.path().resolve(file));
    }
  }

  /** The front goes from 30 s and 0.032 to 120 s and 0.012; the worst places cost 0.04. */
  @Test
  void theUsualReferencePointLiesBehindBothEnds() throws IOException {
    ParetoResults results = run(five("[makespan, cost]", ""));
    assertThat(results.front()).hasSize(5);
    assertThat(results.beyond(results.losses())).isZero();
    assertThat(results.remarks()).isEmpty();
    assertThat(results.reference().first()).isCloseTo(132, offset(1e-9));
    double all = results.hypervolume(results.losses());
    assertThat(results.hypervolume(results.losses().subList(0, 4))).isLessThan(all);
    assertThat(results.hypervolume(results.losses().subList(1, 5))).isLessThan(all);
  }

  @Test
  void pointsBeyondTheReferencePointAreCounted() throws IOException {
    ParetoResults results = run(five("[makespan, cost]", "reference: [45, 1]"));
    assertThat(results.beyond(results.losses())).isEqualTo(3);
    assertThat(results.remarks().toString())
        .contains("3 of 5 points of the front lie beyond", "reference: [132, 0.0352] takes in all");
    assertThat(ParetoDirectory.report(results, "0").notes().toString()).contains("3 of 5 points");
  }

  @Test
  void aReferencePointBehindWhichNothingLiesIsRefusedBeforeTheSearch() throws IOException {
    ParetoStudy study = five("[makespan, energy]", "reference: [31, 6000]");
    List<String> phases = new ArrayList<>();
    SearchSettings settings =
        new SearchSettings(
            1,
            System::nanoTime,
            () -> false,
            hearing(phases),
            Optional.empty(),
            Duration.ofSeconds(1));
    ParetoRun search = new ParetoRun(study, choice -> Allocation.inOrderOfArrival(), settings);
    assertThatThrownBy(search::runIfMeasurable)
        .hasMessageContaining("reference: no allocation is better than it in both objectives");
    assertThat(phases).containsExactly("bound");
    ParetoResults results = search.run();
    assertIsFront(results);
    assertThat(results.share(results.losses())).isEmpty();
    assertThat(ParetoDirectory.report(results, "0").notes().toString())
        .contains("Nothing lies behind the reference point, as the bound shows");
  }

  @Test
  void tasksThatCannotEarnAnythingHaveAFront() throws IOException {
    five("[utility, energy]", "");
    Files.writeString(
        directory.resolve("five.csv"), "task_type,arrival_s,deadline_s,utility\nx,0,15,0:0\n");
    ParetoResults results = run(read(directory.resolve("five.yaml")));
    assertIsFront(results);
    assertThat(results.remarks().toString()).contains("no task can earn anything");
    assertThat(ParetoDirectory.report(results, "0").rows()).isNotEmpty();
  }

  private static ParetoProgress hearing(List<String> phases) {
    return new ParetoProgress() {
      @Override
      public void begins(String phase, long total) {
        phases.add(phase);
      }

      @Override
      public void reached(long done, double hypervolume, OptionalDouble shareOfBound) {}

      @Override
      public void ends() {}
    };
  }

  /** The clock goes on by a second whenever it is asked. */
  private ParetoResults within(String time, String more) throws IOException {
    AtomicLong now = new AtomicLong();
    SearchSettings settings =
        new SearchSettings(
            1,
            () -> now.addAndGet(1_000_000_000L),
            () -> false,
            SILENT,
            Optional.empty(),
            Duration.ofDays(1));
    ParetoStudy study = study("time: %s\n%s".formatted(time, more));
    return new ParetoRun(study, choice -> Allocation.inOrderOfArrival(), settings).run();
  }

  @Test
  void timeIsDivided() throws IOException {
    ParetoResults results =
        within(
            "4000 s",
            """
            sweep: {rounds: 30}
            nsga2: {population: 4, generations: 100000000}
            populations: {one: [], two: [], three: []}
            """);
    assertThat(results.isComplete()).isTrue();
    assertThat(results.bound().orElseThrow().isRough()).isFalse();
    List<Integer> last =
        Stream.of("one", "two", "three")
            .map(name ->
                results.snapshots().stream().filter(front -> front.source().equals(name)).toList())
            .map(fronts -> fronts.getLast().generation())
            .toList();
    assertThat(results.snapshots().getFirst().source()).isEqualTo("sweep");
    assertThat(last.getLast()).isPositive();
    assertThat(last.getFirst()).isBetween(last.getLast() / 2, 2 * last.getLast());
    assertThat(results.unfinished()).hasSize(4).first().isEqualTo("the sweep was cut short");
    assertThat(results.unfinished().getLast())
        .isEqualTo(
            "population three was cut short at generation %s of 100000000"
                .formatted(last.getLast()));
  }

  @Test
  void aBoundThatIsCutShortIsNotShownAsOneThatIsNot() throws IOException {
    String little = "nsga2: {population: 4, generations: 2}\nsweep: {rounds: 0}\n";
    ParetoResults rough = within("40 s", little);
    assertThat(rough.bound().orElseThrow().isRough()).isTrue();
    assertThat(rough.remarks().toString()).contains("the search for the bound was cut short");
    assertThat(rough.bound().orElseThrow().hypervolume())
        .isGreaterThan(within("1000 h", little).bound().orElseThrow().hypervolume());
  }

  @Test
  void whatWasNotBegunIsSaid() throws IOException {
    ParetoResults results = within("1 s", "populations: {one: [], two: []}\n");
    assertThat(results.remarks().toString())
        .contains("population one was not begun", "population two was not begun");
    assertThat(results.isComplete()).isTrue();
  }

  @Test
  void aReportShowsAllocationsSideBySideAndNamesUnusedMachines() throws IOException {
    ReportData report = ParetoDirectory.report(run(five("[makespan, energy]", "")), "0");
    assertThat(report.rows()).isNotEmpty().allMatch(row -> row.trials() == 0);
    assertThat(report.figures())
        .filteredOn(ChartFigure.class::isInstance)
        .hasSize(4)
        .allMatch(figure -> ((ChartFigure) figure).panelAxis().equals("point"));
    assertThat(report.tables().getLast().axes().getLast().values())
        .containsExactly("fast-0", "slow-0");
    Files.writeString(directory.resolve("five.csv"), "task_type,arrival_s,deadline_s\nx,0,15\n");
    report = ParetoDirectory.report(run(read(directory.resolve("five.yaml"))), "0");
    assertThat(report.notes())
        .contains(
            "A uses 1 of 2 machines, and not fast-0.", "B uses 1 of 2 machines, and not slow-0.");
  }

  @Test
  void twoFuzzyFrontsStandInOnePlot() throws IOException {
    ParetoResults first = run(five("[utility, energy]", "monte_carlo: 3"));
    Path out = directory.resolve("first");
    new ParetoDirectory(out).write(first, "0");
    int points = first.front().size();
    assertThat(Files.readAllLines(out.resolve("clouds.csv")))
        .hasSize(1 + 3 * points)
        .startsWith("point,evaluation,utility,energy_j", "1,1,5,6000")
        .endsWith(points + ",3,4,5000");
    assertThat(Files.readAllLines(out.resolve("indicators.csv")))
        .contains(
            "population,generation,points,points_beyond,hypervolume,share_of_bound,best_utility,best_energy")
        .anyMatch(line -> line.matches("sweep,0,2,0,.*,5,5000"))
        .anyMatch(line -> line.matches("all together,,2,0,.*,5,5000"));

    ParetoResults second = run(five("[energy, utility]", "monte_carlo: 2\nbeside: first"));
    ScatterFigure figure =
        ParetoDirectory.report(second, "0").figures().stream()
            .filter(ScatterFigure.class::isInstance)
            .map(ScatterFigure.class::cast)
            .filter(one -> one.id().equals("fuzzy-front"))
            .findFirst()
            .orElseThrow();
    assertThat(figure.series())
        .extracting(one -> one.values().getFirst() + " " + one.xs().size())
        .containsExactly("first: evaluations 6", "first: front 2", "evaluations 4", "front 2");
    assertThat(figure.series().getFirst().xs()).containsOnly(0.006, 0.005);
    assertThat(figure.series().getFirst().ys()).containsOnly(5.0, 4.0);
    Path again = directory.resolve("again");
    new ParetoDirectory(again).write(second, "0");
    assertThat(Files.readString(again.resolve("study.resolved.yaml"))).contains("beside: ../first");
  }

  @Test
  void aFuzzyFrontThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> five("[utility, energy]", "beside: nowhere"))
        .hasMessageContaining("beside: has no fuzzy front to stand beside")
        .hasMessageContaining("clouds.csv");
  }
}
