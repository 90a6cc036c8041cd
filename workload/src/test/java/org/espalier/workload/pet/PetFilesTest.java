package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PetFilesTest {
  private static final Duration TICK = Duration.ofNanos(10_000);

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<PetTable>> read(String text, MissingCells missing) throws IOException {
    Path file = Files.writeString(directory.resolve("p.pet.csv"), text);
    return PetFiles.read(file, missing, problems);
  }

  private Loaded<PetTable> read(Path file) {
    return PetFiles.read(file, MissingCells.ERROR, problems).orElseThrow();
  }

  private List<String> refused(String text) throws IOException {
    assertThat(read(text, MissingCells.ERROR)).isEmpty();
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void theFormat() throws IOException {
    PetTable table =
        new PetTable(
            List.of("a", "b, c"),
            List.of("m0", "m1"),
            TICK,
            PetMatrix.of(
                new Pmf[][] {
                  {null, Pmf.of(200, 200, 0.5, 0, 0.5)},
                  {Pmf.at(0, 200), Pmf.at(400, 200)}
                }));
    Path file = directory.resolve("w.pet.csv");
    PetFiles.write(file, table);

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            # tick 10 us, step 200
            task_type,machine_type,time_s,mass
            a,m0,,
            a,m1,0.002,0.5
            a,m1,0.006,0.5
            "b, c",m0,0,1.0
            "b, c",m1,0.004,1.0
            """);
    PetTable read = read(file).value();
    assertThat(read.taskTypes()).containsExactly("a", "b, c");
    assertSameCells(read.matrix(), table.matrix());
  }

  @Test
  void aFileHasOneTickAndACellRunsOrNot() throws IOException {
    assertThat(
            refused(
                """
                # tick 1 ms, step 1
                task_type,machine_type,time_s,mass
                a,m,1,1
                b,m,,
                # tick 10 ms, step 1
                b,m,2,1
                a,m,,
                """))
        .containsExactly(
            "p.pet.csv: gives a second tick (value tick 10 ms, step 1); keep one, for all rows",
            "p.pet.csv:6: b on m has times, and cannot run; remove one of the two",
            "p.pet.csv:7: a on m has times, and cannot run; remove one of the two");
  }

  @Test
  void columnsThatAreNotReadAreTold() throws IOException {
    String text = "# tick 1 ms, step 1\ntask_type,machine_type,time_s,mass,variance\na,m,1,1,2\n";
    assertThat(read(text, MissingCells.ERROR).orElseThrow().notes())
        .containsExactly("p.pet.csv: not read: variance");
  }

  @Test
  void whatIsWrittenIsReadBackExactly() {
    qt().withExamples(100)
        .forAll(longs().all(), integers().between(1, 5), integers().between(1, 5))
        .checkAssert(this::assertRoundTrip);
  }

  private void assertRoundTrip(long seed, int rows, int columns) {
    PetTable table = table(seed, rows, columns);
    Path file = directory.resolve("r.pet.csv");
    try {
      PetFiles.write(file, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Loaded<PetTable> read = read(file);
    assertThat(read.notes()).isEmpty();
    assertThat(read.value().tick()).isEqualTo(table.tick());
    assertThat(read.value().taskTypes()).isEqualTo(table.taskTypes());
    assertThat(read.value().machineTypes()).isEqualTo(table.machineTypes());
    assertSameCells(read.value().matrix(), table.matrix());
  }

  private static void assertSameCells(PetMatrix actual, PetMatrix expected) {
    assertThat(actual.step()).isEqualTo(expected.step());
    for (int i = 0; i < expected.taskTypes(); i++) {
      for (int j = 0; j < expected.machineTypes(); j++) {
        assertThat(actual.find(i, j, 0)).isEqualTo(expected.find(i, j, 0));
      }
    }
  }

  /** Random PMFs on a common lattice; some cells off the diagonal missing. */
  private static PetTable table(long seed, int rows, int columns) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long step = random.nextLong(1, 1000);
    Pmf[][] cells = new Pmf[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (i % columns == j || random.nextInt(3) > 0) {
          double[] weights = random.doubles(random.nextInt(1, 30)).toArray();
          weights[0] += 0.1;
          cells[i][j] = Pmf.normalised(random.nextLong(100) * step, step, weights);
        }
      }
    }
    return new PetTable(
        IntStream.range(0, rows).mapToObj(i -> "#type \"%d\"".formatted(i)).toList(),
        IntStream.range(0, columns).mapToObj(j -> "machine, " + j).toList(),
        Duration.ofNanos(random.nextLong(1, 1_000_000_000)),
        PetMatrix.of(cells));
  }

  @Test
  void missingCellsAreListedUnlessTheyMeanCannotRun() throws IOException {
    String text =
        """
        # tick 1 ms, step 1
        task_type,machine_type,time_s,mass
        a,x,1,1
        b,y,1,1
        """;
    assertThat(refused(text))
        .containsExactly(
            "p.pet.csv: missing cells: a on y, b on x; add them, or say that missing cells mean"
                + " cannot-run");
    PetMatrix matrix = read(text, MissingCells.CANNOT_RUN).orElseThrow().value().matrix();
    assertThat(matrix.canRun(0, 1)).isFalse();
    assertThat(matrix.canRun(1, 1)).isTrue();
  }

  @Test
  void everyBadLineIsTold() throws IOException {
    assertThat(
            refused(
                """
                # tick 1 ms, step 1
                task_type,machine_type,time_s,mass
                a,x,1.0005,1
                a,x,1,-1
                a,x,2,0.5
                a,x,1,0.5
                ,x,1,1
                a,x,3
                a,x,-3,1
                """))
        .containsExactly(
            "p.pet.csv:3: time_s: is not a time in seconds (value 1.0005); expected whole ticks,"
                + " from 0 on",
            "p.pet.csv:4: mass: is not a mass (value -1); expected a number from 0 on",
            "p.pet.csv:6: time_s: time does not increase (value 1); sort the rows of a cell by"
                + " time",
            "p.pet.csv:7: a name is empty; name both types",
            "p.pet.csv:8: mass: line is cut short: it has 3 fields, this is number 4 (value a,x,3);"
                + " complete or remove the line",
            "p.pet.csv:9: time_s: is not a time in seconds (value -3); expected whole ticks, from 0"
                + " on",
            "p.pet.csv:5: a on x: masses sum to more than 0.01 off 1 (value 0.5); correct the"
                + " masses (is the file cut short?)");
  }

  @Test
  void headersAreChecked() throws IOException {
    assertThat(refused("task_type,machine,time_s,mass\n"))
        .containsExactly(
            "p.pet.csv:1: machine_type: column missing from the header (value"
                + " task_type,machine,time_s,mass); rename column machine");
  }

  @Test
  void theTickIsNeeded() throws IOException {
    assertThat(refused("task_type,machine_type,time_s,mass\na,x,1,0.5\na,x,2,0.5\n"))
        .singleElement()
        .asString()
        .contains("p.pet.csv:2: no tick given");
  }

  @Test
  void timesThatAreOffTheGivenStepAreTold() throws IOException {
    assertThat(refused("# tick 1 ms, step 300\ntask_type,machine_type,time_s,mass\na,x,0.2,1\n"))
        .containsExactly(
            "p.pet.csv:3: a on x: times are not all multiples of the step of 300 ticks; leave the"
                + " step out to have it found from the times");
  }

  @Test
  void anEmptyFile() throws IOException {
    assertThat(refused("")).containsExactly("p.pet.csv: is empty; begin it with a header line");
  }

  @Test
  void pStatesAreWrittenAndReadBack() throws IOException {
    PetMatrix matrix =
        PetMatrix.ofExecutionTimes(new long[][][] {{{4, 6}, {8}}, {{-1, -1}, {2}}}, 2);
    Path file = directory.resolve("p.pet.csv");
    PetFiles.write(
        file, new PetTable(List.of("a", "b"), List.of("x", "y"), Duration.ofSeconds(1), matrix));
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            # tick 1 s, step 2
            task_type,machine_type,p_state,time_s,mass
            a,x,0,4,1.0
            a,x,1,6,1.0
            a,y,0,8,1.0
            b,x,,,
            b,y,0,2,1.0
            """);
    assertThat(read(file).value().matrix()).isEqualTo(matrix);
  }

  @Test
  void missingAndBadPStatesAreTold() throws IOException {
    assertThat(
            refused(
                """
                # tick 1 s, step 1
                task_type,machine_type,p_state,time_s,mass
                a,x,0,4,1
                a,x,1,6,1
                b,x,1,4,1
                c,x,-1,4,1
                """))
        .anyMatch(problem -> problem.contains("b on x: has no times in P-state 0 of 2"))
        .anyMatch(problem ->
            problem.contains("p_state: is not a P-state (value -1); expected 0 to 99, or nothing"));
  }
}
