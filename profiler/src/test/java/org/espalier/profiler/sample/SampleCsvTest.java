package org.espalier.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.espalier.profiler.host.Resources;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleCsvTest {
  private static final String[] NAMES = {"xz", "#sort", "a \"b\", c", "größe", "openssl -x"};

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("samples.csv");
  }

  static MeasuredRun timed(String taskType, double seconds) {
    Cell cell = new Cell(taskType, new Conditions("here", OptionalInt.empty()), List.of());
    return MeasuredRun.of(cell, seconds, OptionalDouble.empty(), Counts.NONE, 1_769_860_800_123L);
  }

  static MeasuredRun random(SplittableRandom random) {
    boolean isSet = random.nextBoolean();
    return new MeasuredRun(
        new Cell(
            NAMES[random.nextInt(NAMES.length)],
            new Conditions(
                NAMES[random.nextInt(NAMES.length)],
                random.nextBoolean() ? OptionalInt.of(random.nextInt(20)) : OptionalInt.empty()),
            random.ints(random.nextInt(4), 0, NAMES.length).mapToObj(i -> NAMES[i]).toList(),
            isSet),
        random.nextDouble() * Math.pow(10, random.nextInt(-7, 7)),
        new Resources(number(random), number(random), whole(random), whole(random), whole(random)),
        isSet ? OptionalDouble.of(random.nextDouble()) : number(random),
        new Counts(number(random), number(random), number(random), random.nextBoolean()),
        random.nextLong(0, 4_000_000_000_000L),
        random.nextBoolean() ? List.of("other-load", "throttled") : List.of(),
        random.nextBoolean() ? OptionalInt.of(random.nextInt(256)) : OptionalInt.empty());
  }

  private static OptionalDouble number(SplittableRandom random) {
    return random.nextBoolean()
        ? OptionalDouble.of(random.nextDouble() * Math.pow(10, random.nextInt(-12, 15)))
        : OptionalDouble.empty();
  }

  private static OptionalLong whole(SplittableRandom random) {
    return random.nextBoolean() ? OptionalLong.of(random.nextLong(1L << 40)) : OptionalLong.empty();
  }

  static List<MeasuredRun> read(Path file) {
    Problems problems = new Problems();
    List<MeasuredRun> runs = SampleCsv.read(file, problems);
    problems.throwIfAny();
    return runs;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 200; trial++) {
      List<MeasuredRun> runs = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        runs.add(random(random));
      }
      SampleCsv.write(file(), runs);
      assertThat(read(file())).isEqualTo(runs);
    }
  }

  @Test
  void columnsOfWhatNobodyMeasuredAreLeftOut() throws IOException {
    SampleCsv.write(file(), List.of(timed("xz", 0.25), timed("xz", 1e-5)));
    assertThat(file())
        .content()
        .isEqualTo(
            """
            task_type,machine_type,execution_time_s,started
            xz,here,0.25,2026-01-31T12:00:00.123Z
            xz,here,0.00001,2026-01-31T12:00:00.123Z
            """);
  }

  @Test
  void petsAreBuiltOfThem() throws IOException {
    SampleCsv.write(file(), List.of(timed("xz", 0.25), timed("xz", 0.5), timed("gzip", 0.125)));
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(1), MissingCells.ERROR);
    assertThat(
            SampleFiles.read(MeasuredFiles.of(file()), settings, new Problems())
                .orElseThrow()
                .value()
                .taskTypes())
        .contains("xz", "gzip");
  }

  @Test
  void filesOfOthersMayHaveThreeColumnsInAnyOrder() throws IOException {
    Files.writeString(file(), "execution_time_s,task_type,machine_type\n0.5,xz,here\n");
    assertThat(read(file())).singleElement().extracting(MeasuredRun::seconds).isEqualTo(0.5);
  }

  @Test
  void columnsOfOthersAreNotLost() throws IOException {
    Files.writeString(file(), "execution_time_s,task_type,color,machine_type\n0.5,xz,red,here\n");
    assertThatThrownBy(() -> read(file())).hasMessageContaining("columns that are not kept: color");
  }

  @Test
  void petsAreBuiltOfAllThatIsWrittenWithoutANote() throws IOException {
    Files.writeString(file(), SampleCsv.headerLine() + SampleCsv.line(timed("xz", 0.25)));
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(1), MissingCells.ERROR);
    assertThat(
            SampleFiles.read(MeasuredFiles.of(file()), settings, new Problems())
                .orElseThrow()
                .notes())
        .noneMatch(note -> note.contains("not read"));
  }

  @Test
  void namesThatCannotBeInTheFile() {
    assertThat(SampleCsv.problemOfName("g++").orElseThrow()).contains("has a +");
    assertThat(SampleCsv.problemOfName(" x")).isPresent();
    assertThat(SampleCsv.problemOfName("")).isPresent();
    assertThat(SampleCsv.problemOfName("a\nb")).isPresent();
    assertThat(SampleCsv.problemOfName("a, b \"c\"")).isEmpty();
    assertThatThrownBy(() -> SampleCsv.write(file(), List.of(timed("g++", 1))))
        .hasMessageContaining("the name \"g++\" has a +");
    assertThat(file()).doesNotExist();
  }

  @Test
  void allThatIsWrongIsToldWithLineAndColumn() throws IOException {
    Files.writeString(
        file(),
        """
        task_type,machine_type,execution_time_s,p_state,energy_j,simulated,started,corunners
        xz,here,,,,,,
        x+z,here,1,,,,,
        xz,here,1,-1,,,,
        xz,here,1,,-3,,,
        xz,here,1,,,perhaps,,
        xz,here,1,,,,yesterday,
        xz,here,1,,,,,a++b
        xz,here,1,900,,,,
        """);
    assertThatThrownBy(() -> read(file()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("samples.csv:2: execution_time_s")
        .hasMessageContaining("samples.csv:3: task_type")
        .hasMessageContaining("samples.csv:4: p_state")
        .hasMessageContaining("samples.csv:5: energy_j")
        .hasMessageContaining("samples.csv:6: simulated")
        .hasMessageContaining("samples.csv:7: started")
        .hasMessageContaining("samples.csv:8: corunners")
        .hasMessageContaining("samples.csv:9: p_state");
  }

  @Test
  void journalGoesOnWhereItWasTornAtEveryByte() throws IOException {
    SplittableRandom random = new SplittableRandom(9);
    List<MeasuredRun> runs = List.of(random(random), random(random), random(random));
    try (SampleJournal journal = SampleJournal.open(file())) {
      assertThat(journal.before()).isEmpty();
      for (MeasuredRun run : runs) {
        journal.append(run);
      }
    }
    byte[] whole = Files.readAllBytes(file());
    Path torn = directory.resolve("torn.csv");
    for (int length = 0; length <= whole.length; length++) {
      Files.write(torn, Arrays.copyOf(whole, length));
      assertGoesOn(torn, lines(whole, length), runs);
    }
  }

  /** How many runs are whole in the first bytes of a journal. */
  private static int lines(byte[] whole, int length) {
    String text = new String(whole, 0, length, StandardCharsets.UTF_8);
    return Math.max(0, (int) text.chars().filter(c -> c == '\n').count() - 1);
  }

  private static void assertGoesOn(Path torn, int left, List<MeasuredRun> runs) throws IOException {
    try (SampleJournal journal = SampleJournal.open(torn)) {
      assertThat(journal.before()).isEqualTo(runs.subList(0, left));
      for (MeasuredRun run : runs.subList(left, runs.size())) {
        journal.append(run);
      }
    }
    assertThat(read(torn)).isEqualTo(runs);
  }
}
