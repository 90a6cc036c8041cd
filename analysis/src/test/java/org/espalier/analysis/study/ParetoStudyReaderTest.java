package org.espalier.analysis.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Ranking;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParetoStudyReaderTest {
  @TempDir private Path directory;

  private Problems problems = new Problems();

  private Optional<ParetoStudy> read(Path file) {
    List<ParetoStudy> read =
        ParetoStudyReader.read(
            file,
            ParetoStudyReader.Overrides.NONE,
            PolicyRegistry.builtIn(),
            NoGenerator.INSTANCE,
            problems);
    assertThat(read).hasSizeLessThan(2);
    return read.stream().findFirst();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("study.yaml"), text);
  }

  private static String inputs(String system, String workload) {
    return "name: x\nsystem: %s\nworkload: %s\n"
        .formatted(
            Repository.file("inputs/pareto/" + system),
            Repository.file("inputs/pareto/" + workload));
  }

  private static String small() {
    return inputs("data-set-1.yaml", "data-set-1.trace.csv");
  }

  private List<String> messages() {
    return problems.listed().stream().map(Problem::toString).toList();
  }

  static Stream<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Repository.file("studies/pareto"))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void shippedStudiesAreGood(Path file) {
    assertThat(read(file)).isPresent();
    assertThat(problems.listed()).isEmpty();
  }

  /** Every option of the reference has its default there, but for populations and the reference. */
  @Test
  void theReferenceShowsTheDefaults() throws IOException {
    ParetoStudy shown = read(Repository.file("docs/pareto-reference.yaml")).orElseThrow();
    ParetoStudy plain = read(write(small())).orElseThrow();
    assertThat(shown.seed()).isEqualTo(plain.seed());
    assertThat(shown.objectives()).isEqualTo(plain.objectives());
    assertThat(shown.search().method())
        .isEqualTo(plain.search().method())
        .isEqualTo(FrontMethod.BOTH);
    assertThat(shown.search().sweep()).isEqualTo(plain.search().sweep());
    assertThat(shown.search().genetic()).isEqualTo(plain.search().genetic());
    assertThat(shown.search().generations()).isEqualTo(plain.search().generations());
    assertThat(shown.search().snapshots()).isEqualTo(plain.search().snapshots());
    assertThat(shown.judging()).isEqualTo(plain.judging());
    assertThat(shown.search().populations()).hasSize(3);
  }

  @Test
  void worthThatRisesIsForNoStaticAllocation() throws IOException {
    Files.writeString(
        directory.resolve("rising.csv"),
        """
        task_type,arrival_s,deadline_s,utility
        7-Zip Compression,2.247,,0:0 600:4
        """);
    String inputs =
        inputs("data-set-1.yaml", "").replaceFirst("workload: .*", "workload: rising.csv");
    read(write(inputs + "objectives: [utility, energy]\n"));
    assertThat(messages().toString())
        .contains("study.yaml:4: objectives: utility of tasks that become worth more with time");
    problems = new Problems();
    assertThat(read(write(inputs + "objectives: [makespan, energy]\n"))).isPresent();
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() throws IOException {
    read(
        write(
            small()
                + """
                objectives: [utility, cost]
                method: sweep
                utility_threshold: -1
                nsga2: {population: 7, mutation: 2, ranking: best, island: 3}
                populations: {one: [min-enrgy], two: [{policy: PAN}]}
                uncertainty: {utility_percentile: 100, samples: 0}
                colour: red
                """));
    assertThat(messages().toString())
        .contains("cost has no data: system data-set-1 says no prices")
        .contains("sweeps for utility or makespan against energy only")
        .contains("utility_threshold")
        .contains("nsga2.population: is odd (value 7)")
        .contains("nsga2.mutation: does not fit (value 2); expected a number from 0 to 1")
        .contains("nsga2.ranking: unknown word (value best)")
        .contains("nsga2.island")
        .contains("unknown seed (value min-enrgy); did you mean min-energy?")
        .contains("unknown policy")
        .contains(
            "utility_percentile: does not fit (value 100); expected a whole number from 1 to 99")
        .contains("samples: does not fit (value 0)")
        .contains("colour");
  }

  @Test
  void whatIsNotReadOfAForecastIsToldOnce() throws IOException {
    Files.writeString(
        directory.resolve("day.csv"),
        "task_type,arrival_s,deadline_s,worth\n7-Zip Compression,0,600,8\n");
    String seed = "[{policy: JIT, settings: {JIT.forecast: day.csv}}]";

    assertThat(
            read(write(small() + "populations: {one: %s, two: %s}\n".formatted(seed, seed)))
                .orElseThrow()
                .notes())
        .filteredOn(note -> note.equals("forecast day.csv: not read: worth"))
        .hasSize(1);
  }

  @Test
  void aPopulationOfOneIsRefused() throws IOException {
    read(write(small() + "nsga2: {population: 1}\n"));
    assertThat(messages().toString())
        .contains("nsga2.population: does not fit (value 1); expected a whole number from 2");
  }

  @Test
  void aPopulationOfTwoIsGood() throws IOException {
    assertThat(read(write(small() + "nsga2: {population: 2}\n"))).isPresent();
  }

  @Test
  void aReferencePointThatIsBetterThanCanBeIsRefused() throws IOException {
    read(write(small() + "reference: [1e6, 10]\n"));
    assertThat(messages().toString())
        .contains("reference: has utility 1000000, and no allocation is better:")
        .contains("reference: has energy 10, and no allocation is better: 3269680 is the best");
  }

  @Test
  void aReferenceToObjectivesInAnotherOrderIsRefused() throws IOException {
    read(write(small() + "objectives: [energy, utility]\nreference: [1e7, 10]\n"));
    assertThat(messages().toString())
        .contains("objectives: stand in another order than the values of reference are read in")
        .contains("write [utility, energy], and both values in that order");
  }

  @Test
  void leavingTasksOutIsRefusedWhereNothingIsToBeLarge() throws IOException {
    read(write(small() + "objectives: [energy, makespan]\nutility_threshold: 0.5\n"));
    assertThat(messages().toString())
        .contains("utility_threshold: lets tasks be left out, and to execute none is best");
  }

  @Test
  void aTaskTypeThatNoMachineCanRunIsNamed() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: lame
        tick: 1 s
        task_types: [a, b]
        machine_types: [{name: m}, {name: unused}]
        machines: [{type: m}]
        pet: system.pet.csv
        missing: cannot-run
        """);
    Files.writeString(
        directory.resolve("system.pet.csv"),
        "# tick 1 s, step 1\ntask_type,machine_type,time_s,mass\na,m,5,1\nb,unused,5,1\n");
    Files.writeString(
        directory.resolve("trace.csv"), "task_type,arrival_s,deadline_s\na,0,9\nb,1,9\n");
    read(
        write(
            "name: x\n"
                + "system: system.yaml\n"
                + "workload: trace.csv\n"
                + "objectives: [robustness, makespan]\n"));
    assertThat(messages().toString())
        .contains("task 1 is of type b, which no machine of system lame can run");
  }

  @Test
  void aPairThatNoSweepIsForIsSearchedByTheGeneticAlgorithm() throws IOException {
    ParetoStudy study = read(write(small() + "objectives: [utility, makespan]\n")).orElseThrow();
    assertThat(study.search().method()).isEqualTo(FrontMethod.NSGA2);
  }

  @Test
  void pricesThatChangeOverTheDayAreRefused() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: tariff
        tick: 1 s
        machine_types: [{name: m, price_per_hour: {"22:00-06:00": 1, "06:00-22:00": 2}}]
        pet: system.pet.csv
        """);
    Files.writeString(
        directory.resolve("system.pet.csv"),
        "# tick 1 s, step 1\ntask_type,machine_type,time_s,mass\na,m,5,1\n");
    Files.writeString(directory.resolve("trace.csv"), "task_type,arrival_s,deadline_s\na,0,9\n");
    String study = "name: x\nsystem: system.yaml\nworkload: trace.csv\nobjectives: [%s]\n";

    assertThat(read(write(study.formatted("robustness, cost")))).isEmpty();
    assertThat(messages().toString()).contains("prices of system tariff change over the day");
    problems = new Problems();
    assertThat(read(write(study.formatted("robustness, makespan")))).isPresent();
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    String text =
        small()
            + """
            title: "A: title"
            description: |
              Two
              lines
            utility_threshold: 0.5
            objectives: [utility, energy]
            nsga2: {population: 10, generations: 300, ranking: dominators}
            populations: {none: [], "with: colon": [min-min, min-energy]}
            time: 90 s
            reference: [10, 1e7]
            """;
    ParetoStudy study = read(write(text)).orElseThrow();
    assertThat(study.search().genetic().ranking()).isEqualTo(Ranking.DOMINATORS);
    assertThat(study.search().snapshots()).containsExactly(100, 300);
    Path elsewhere = Files.createDirectories(directory.resolve("results/x"));
    Path resolved =
        Files.writeString(
            elsewhere.resolve("study.resolved.yaml"),
            ResolvedParetoStudy.text(study, elsewhere, Map.of(), "0"));
    ParetoStudy again = read(resolved).orElseThrow();
    assertThat(again.objectives()).isEqualTo(ObjectivePair.UTILITY_ENERGY);
    assertThat(again.search().method()).isEqualTo(FrontMethod.BOTH);
    assertThat(again.about()).isEqualTo(study.about());
    assertThat(again.search().genetic()).isEqualTo(study.search().genetic());
    assertThat(again.search().generations()).isEqualTo(study.search().generations());
    assertThat(again.search().snapshots()).isEqualTo(study.search().snapshots());
    assertThat(again.search().populations()).isEqualTo(study.search().populations());
    assertThat(again.search().limit()).isEqualTo(study.search().limit());
    assertThat(again.reference()).isEqualTo(study.reference());
    assertThat(again.problem().utilityThreshold()).isEqualTo(0.5);
  }
}
