package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells without samples are scaled to their means. */
class ScaledCellsTest {
  private static final String SAMPLES = "task_type,machine_type,execution_time_s\n";
  private static final String MEANS = "task_type,machine_type,mean_execution_time_s\n";

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<MeasuredPet>> read(
      String samples, String means, TypeChoice choice, MissingCells missing) throws IOException {
    MeasuredFiles files =
        new MeasuredFiles(
            Files.writeString(directory.resolve("times.csv"), SAMPLES + samples),
            Optional.of(Files.writeString(directory.resolve("means.csv"), MEANS + means)),
            choice);
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(10), missing);
    return SampleFiles.measure(files, settings, problems);
  }

  private Loaded<MeasuredPet> sound(String samples, String means) throws IOException {
    return read(samples, means, TypeChoice.ALL, MissingCells.ERROR).orElseThrow();
  }

  private List<String> refused(String samples, String means) throws IOException {
    assertThat(read(samples, means, TypeChoice.ALL, MissingCells.ERROR)).isEmpty();
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void theTimesOfTheTaskTypeElsewhereAreScaled() throws IOException {
    Loaded<MeasuredPet> loaded = sound("a,m,0.1\na,m,0.3\n", "a,m,0.2105263157894737\na,n,0.4\n");
    MeasuredPet pet = loaded.value();

    // 100 and 300 ms have the mean 200: doubled, 200 and 600 ms.
    assertThat(pet.table().matrix().get(0, 1, 0)).isEqualTo(Pmf.normalised(200, 10, twoPoints(40)));
    assertThat(pet.cells().getFirst().get(0).orElseThrow())
        .isEqualTo(new MeasuredPet.Cell(2, 0.1, 0.3, 0.2, Optional.empty()));
    MeasuredPet.Cell scaled = pet.cells().getFirst().get(1).orElseThrow();
    assertThat(scaled.scaledFrom()).contains("a on m");
    assertThat(scaled.samples()).isZero();
    assertThat(scaled.meanSeconds()).isCloseTo(0.4, within(1e-9));
    assertThat(loaded.notes())
        .contains(
            "means.csv: no samples, so scaled to their means: a on n (from a on m)",
            "means.csv: means of measured cells: 1, from which those of their samples are up to"
                + " 5.00 % off");
  }

  private static double[] twoPoints(int steps) {
    double[] masses = new double[steps + 1];
    masses[0] = 1;
    masses[steps] = 1;
    return masses;
  }

  @Test
  void theNearestMeanOfTheTaskTypeComesFirst() throws IOException {
    // Ratios to 0.4: m 4 times less, n twice less, o 2.5 times more; b on p is the same mean.
    MeasuredPet pet =
        read(
                "a,m,0.1\na,n,0.2\na,o,1.0\nb,p,0.4\n",
                "a,p,0.4\n",
                TypeChoice.ALL,
                MissingCells.CANNOT_RUN)
            .orElseThrow()
            .value();
    assertThat(pet.cells().getFirst().get(3).orElseThrow().scaledFrom()).contains("a on n");
  }

  @Test
  void aTypeThatWasMeasuredNowhereHasTheTimesOfItsMachineType() throws IOException {
    MeasuredPet pet = sound("a,m,0.1\na,m,0.3\nb,m,5\n", "c,m,0.1\n").value();

    assertThat(pet.table().taskTypes()).containsExactly("a", "b", "c");
    assertThat(pet.cells().get(2).getFirst().orElseThrow().scaledFrom()).contains("a on m");
    assertThat(pet.table().matrix().get(2, 0, 0)).isEqualTo(Pmf.normalised(50, 10, twoPoints(10)));
  }

  /** What was scaled is not scaled again, in whatever order the means stand. */
  @Test
  void aCellWithNothingToScaleIsNamed() throws IOException {
    assertThat(refused("a,m,0.1\n", "a,n,0.2\nb,n,0.3\n"))
        .containsExactly(
            "means.csv: b on n: has a mean, and neither its task type nor its machine type has"
                + " samples to scale; add samples of one of them");
  }

  @Test
  void timesOfZeroAreNotScaled() throws IOException {
    assertThat(refused("a,m,0\n", "a,n,0.2\n").getFirst()).startsWith("means.csv: a on n: has a");
  }

  @Test
  void allThatIsWrongWithMeansIsReported() throws IOException {
    assertThat(refused("a,m,0.1\n", "a,m,0\na,n,fast\n,m,1\na,o,1\na,o,2\n"))
        .containsExactly(
            "means.csv:2: mean_execution_time_s: is not a mean execution time (value 0); expected a"
                + " number above 0 and up to 1000000000000",
            "means.csv:3: mean_execution_time_s: is not a mean execution time (value fast);"
                + " expected a number above 0 and up to 1000000000000",
            "means.csv:4: a name is empty; name both types",
            "means.csv:6: mean_execution_time_s: a second value for a on o in P-state 0 (value 2);"
                + " remove one");
  }

  @Test
  void meansMayHaveAColumnOfEachMachineType() throws IOException {
    Path means = Files.writeString(directory.resolve("wide.csv"), "task_type,m,n\na,0.2,0.4\n");
    Path samples = Files.writeString(directory.resolve("times.csv"), SAMPLES + "a,m,0.2\n");
    MeasuredFiles files = new MeasuredFiles(samples, Optional.of(means), TypeChoice.ALL);
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(10), MissingCells.ERROR);

    assertThat(SampleFiles.read(files, settings, problems).orElseThrow().value().matrix())
        .extracting(pet -> pet.get(0, 1, 0))
        .isEqualTo(Pmf.at(400, 10));
  }

  @Test
  void onlyTheWantedTypesAreReadAndScaled() throws IOException {
    TypeChoice choice = new TypeChoice(List.of("a"), List.of("m", "n"));
    String means = "a,n,0.2\na,o,0.2\nb,m,1\n";
    MeasuredPet pet =
        read("a,m,0.1\nb,m,9\n", means, choice, MissingCells.ERROR).orElseThrow().value();

    assertThat(pet.table().taskTypes()).containsExactly("a");
    assertThat(pet.table().machineTypes()).containsExactly("m", "n");
  }

  @Test
  void wantedTypesThatAreAbsentAreReported() throws IOException {
    TypeChoice choice = new TypeChoice(List.of("a", "aa"), List.of("m", "q"));
    assertThat(read("a,m,0.1\n", "a,m,0.1\n", choice, MissingCells.ERROR)).isEmpty();
    assertThat(problems.listed()).extracting(problem -> problem.value()).containsExactly("aa", "q");
  }
}
