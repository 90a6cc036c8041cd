package org.espalier.workload.swf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.data.Offset;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.trace.TypedWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces become workloads by the rules, and what cannot be used is told. */
class SwfWorkloadsTest {
  private static final String HEADER =
      """
      ; Version: 2.2
      ;Computer:  a small cluster
      ;  MaxProcs: 64
      ; no key here
      """;

  /** Submit time, real and requested run time, status, user, executable and queue of a job. */
  private static String job(
      int number, String submit, String real, String requested, int status, int... kinds) {
    return "%d %s 5 %s 1 -1 -1 1 %s -1 %d %d 1 %d %d -1 -1 -1%n"
        .formatted(number, submit, real, requested, status, kinds[0], kinds[1], kinds[2]);
  }

  private static final String TRACE =
      HEADER
          + job(1, "0", "100", "600", 1, 7, 3, 1)
          + job(2, "10", "-1", "600", 5, 7, 3, 1)
          + job(3, "20", "30.5", "-1", 0, 8, -1, 2)
          + job(4, "15", "4000", "3601", 1, 8, 3, 2)
          + job(5, "30", "0", "60", 5, 7, 3, 1)
          + job(6, "-1", "50", "60", 1, 7, 3, 1)
          + job(7, "40", "20", "60", 2, 7, 3, 1);

  @TempDir Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Path gzip(String name, byte[] content, int cut) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    byte[] all = bytes.toByteArray();
    return Files.write(directory.resolve(name), Arrays.copyOf(all, all.length - cut));
  }

  private static SwfSettings by(TypeRule rule) {
    return new SwfSettings(rule, Map.of(), DeadlineRule.DEFAULT);
  }

  private static Loaded<TypedWorkload> read(Path file, SwfSettings settings) {
    Problems problems = new Problems();
    Optional<Loaded<TypedWorkload>> read =
        SwfWorkloads.read(file, settings, Optional.empty(), problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private static List<String> problems(Path file, SwfSettings settings, Optional<HcSystem> system) {
    Problems problems = new Problems();
    assertThat(SwfWorkloads.read(file, settings, system, problems)).isEmpty();
    return problems.listed().stream()
        .map(Problem::toString)
        .map(text -> text.substring(file.toString().length()))
        .toList();
  }

  @Test
  void jobsBecomeTasksInTheOrderOfSubmission() throws IOException {
    Loaded<TypedWorkload> read = read(file("log.swf", TRACE), SwfSettings.DEFAULTS);
    TypedWorkload trace = read.value();

    assertThat(trace.taskTypes()).containsExactly("upto-600s", "upto-21600s", "requested-unknown");
    assertThat(trace.tick()).isEqualTo(Duration.ofMillis(1));
    assertThat(trace.workload().name()).isEqualTo("log");
    assertThat(trace.workload().tasks())
        .containsExactly(
            new Task(0, 0, 0, 1_200_000),
            new Task(1, 1, 15_000, 15_000 + 7_202_000),
            new Task(2, 2, 20_000, 20_000 + 61_000));
    assertThat(trace.workload().recorded().values())
        .extracting(RecordedTime::ticks)
        .containsExactlyInAnyOrder(100_000L, 4_000_000L, 30_500L);
    assertThat(read.notes())
        .containsExactly(
            "log.swf: Computer: a small cluster",
            "log.swf: MaxProcs: 64",
            "log.swf: task types by classes of requested time (field 9)",
            "log.swf: 2 jobs left out: no usable run time (2, 5)",
            "log.swf: 1 job left out: no submit time (6)",
            "log.swf: 1 job left out: parts of interrupted jobs (7)",
            "log.swf: 1 job without a requested time: deadline from the real one",
            "log.swf: 1 job submitted before a job ahead of them: sorted");
  }

  @Test
  void jobsOfSeveralProcessorsAreTold() throws IOException {
    String asked = job(1, "0", "100", "600", 1, 7, 3, 1).replace("-1 -1 1 600", "-1 -1 64 600");
    String had =
        job(2, "5", "100", "600", 1, 7, 3, 1).replace("100 1 -1 -1 1 600", "100 8 -1 -1 -1 600");
    String one = job(3, "9", "100", "600", 1, 7, 3, 1);
    assertThat(read(file("wide.swf", asked + had + one), SwfSettings.DEFAULTS).notes())
        .contains(
            "wide.swf: 2 jobs of 3 asked for several processors, up to 64: each is taken for one"
                + " task on one machine, so the load is not that of the log");
    assertThat(read(file("one.swf", one), SwfSettings.DEFAULTS).notes())
        .noneMatch(note -> note.contains("processors"));
  }

  private static SwfSettings settings(BadLineHandling badLines, boolean fromZero) {
    SwfSettings usual = SwfSettings.DEFAULTS;
    return new SwfSettings(usual.types(), usual.renames(), usual.deadlines(), badLines, fromZero);
  }

  private static List<Long> arrivals(Loaded<TypedWorkload> read) {
    return read.value().workload().tasks().stream().map(Task::arrival).toList();
  }

  @Test
  void aByteOrderMarkAndReturnsAreNoPartOfALine() throws IOException {
    Path marked = file("log.swf", "\ufeff" + TRACE.replace("\n", "\r\n"));
    Path plain =
        Files.writeString(Files.createDirectory(directory.resolve("a")).resolve("log.swf"), TRACE);

    assertThat(read(marked, SwfSettings.DEFAULTS)).isEqualTo(read(plain, SwfSettings.DEFAULTS));
  }

  @Test
  void whatIsBeyondTheFieldsAndALineOfWordsAreIgnoredAndNoted() throws IOException {
    String words = "id submit wait runtime cpus a b c d e f g h i j k l m\n";
    String longer = job(1, "0", "100", "600", 1, 7, 3, 1).strip() + " node-1 2w\n";
    Loaded<TypedWorkload> read =
        read(
            file("other.swf", words + longer + job(2, "5", "1", "2", 1, 7, 3, 1)),
            SwfSettings.DEFAULTS);

    assertThat(arrivals(read)).containsExactly(0L, 5000L);
    assertThat(read.notes())
        .contains(
            "other.swf: line 1 holds words only and is taken for a header",
            "other.swf: 1 line has more than 18 fields: what follows is ignored");
  }

  @Test
  void badLinesAreLeftOutWhereThatIsAsked() throws IOException {
    String bad =
        job(1, "-15", "100", "600", 1, 7, 3, 1)
            + job(2, "0", "-5", "600", 1, 7, 3, 1)
            + job(3, "x", "-5", "600", 1, 7, 3, 1)
            + "4 0 5\n"
            + job(5, "7", "100", "600", 1, 7, 3, 1);
    Path log = file("bad.swf", bad);
    Loaded<TypedWorkload> read = read(log, settings(BadLineHandling.LEAVE_OUT, false));

    assertThat(arrivals(read)).containsExactly(7000L);
    assertThat(read.notes())
        .contains(
            "bad.swf: 4 lines left out that are no jobs: line 1: field 2, submit time is not a time"
                + " in seconds (-15); line 2: field 4, run time is not a time in seconds (-5); line"
                + " 3: field 2, submit time is not a number; wrong too: field 4 (x); and 1 more");
    assertThat(problems(log, SwfSettings.DEFAULTS, Optional.empty())).hasSize(4);
  }

  @Test
  void aJobThatWaitsForAnotherArrivesWhenItWasSubmitted() throws IOException {
    String chain =
        """
        1 0 0 100 1 -1 -1 1 120 -1 1 1 1 1 1 1 -1 -1
        3 0 220 100 1 -1 -1 1 120 -1 1 1 1 1 1 1 2 10
        2 0 110 100 1 -1 -1 1 120 -1 1 1 1 1 1 1 1 10
        4 3 0 100 1 -1 -1 1 120 -1 1 1 1 1 1 1 99 10
        """;
    Path log = file("chain.swf", chain);
    Loaded<TypedWorkload> submitted = read(log, SwfSettings.DEFAULTS);

    assertThat(arrivals(submitted)).containsExactly(0L, 0L, 0L, 3000L);
    assertThat(submitted.notes())
        .contains(
            "chain.swf: 3 jobs wait for another one (field 17): taken to arrive when submitted");
  }

  @Test
  void aTraceThatBeginsLateIsToldAndMayBeginAtZero() throws IOException {
    Path log =
        file(
            "epoch.swf",
            job(1, "1700000020", "31", "60", 1, 7, 3, 1)
                + job(2, "1700000040", "32", "60", 1, 7, 3, 1));
    Loaded<TypedWorkload> zero = read(log, settings(BadLineHandling.REFUSE, true));

    assertThat(read(log, SwfSettings.DEFAULTS).notes())
        .contains(
            "epoch.swf: the first job was submitted at 1700000020 s: times are counted from there"
                + " on request");
    assertThat(zero.value().workload().tasks())
        .containsExactly(new Task(0, 0, 0, 120_000), new Task(1, 0, 20_000, 140_000));
    assertThat(zero.notes()).noneMatch(note -> note.contains("first job"));
  }

  @Test
  void aRequestedTimeOfZeroIsNone() throws IOException {
    Loaded<TypedWorkload> read =
        read(file("zero.swf", job(1, "0", "100", "0", 1, 7, 3, 1)), SwfSettings.DEFAULTS);

    assertThat(read.value().taskTypes()).containsExactly("requested-unknown");
  }

  @Test
  void headerIsKept() throws IOException {
    SwfHeader header =
        SwfFiles.read(file("log.swf", TRACE), BadLineHandling.REFUSE, job -> {}, new Problems())
            .value();
    assertThat(header.comments())
        .containsExactly(
            "Version: 2.2", "Computer:  a small cluster", "MaxProcs: 64", "no key here");
    assertThat(header.find("version")).contains("2.2");
    assertThat(header.find("Queue")).isEmpty();
  }

  @Test
  void requestedAndRealRunTimesAreKeptApart() throws IOException {
    List<SwfJob> jobs = new ArrayList<>();
    Problems problems = new Problems();
    SwfFiles.read(file("log.swf", TRACE), BadLineHandling.REFUSE, jobs::add, problems);
    assertThat(problems.isEmpty()).isTrue();
    assertThat(jobs).hasSize(7);
    assertThat(jobs.get(0).realSeconds()).hasValue(100);
    assertThat(jobs.get(0).requestedSeconds()).hasValue(600);
    assertThat(jobs.get(1).realSeconds()).isEmpty();
    assertThat(jobs.get(2).requestedSeconds()).isEmpty();
    assertThat(jobs.get(2).line()).isEqualTo(7);
    assertThat(jobs.get(2).find(SwfField.EXECUTABLE)).isEmpty();
  }

  @Test
  void rulesOfTypes() throws IOException {
    Path file = file("log.swf", TRACE);
    assertThat(types(file, new TypeRule.ByField(SwfField.EXECUTABLE)))
        .containsExactly("executable-3", "executable-unknown");
    assertThat(types(file, new TypeRule.ByField(SwfField.USER)))
        .containsExactly("user-7", "user-8");
    assertThat(types(file, new TypeRule.ByField(SwfField.QUEUE)))
        .containsExactly("queue-1", "queue-2");
    List<Duration> bounds = List.of(Duration.ofMinutes(1), Duration.ofHours(1));
    assertThat(types(file, new TypeRule.ByRequestedTime(bounds)))
        .containsExactly("upto-3600s", "over-3600s", "requested-unknown");
    assertThatThrownBy(() -> new TypeRule.ByRequestedTime(bounds.reversed()))
        .hasMessageContaining("increasing");
  }

  private static List<String> types(Path file, TypeRule rule) {
    return read(file, by(rule)).value().taskTypes();
  }

  @Test
  void deadlinesFromRealRunTimes() throws IOException {
    DeadlineRule rule = new DeadlineRule(1.5, DeadlineRule.Basis.REAL);
    SwfSettings settings = new SwfSettings(SwfSettings.DEFAULTS.types(), Map.of(), rule);
    Loaded<TypedWorkload> read = read(file("log.swf", TRACE), settings);
    assertThat(read.value().workload().tasks())
        .extracting(task -> task.deadline() - task.arrival())
        .containsExactly(150_000L, 6_000_000L, 45_750L);
    assertThat(read.notes()).noneMatch(note -> note.contains("without a requested time"));
  }

  @Test
  void typesOfASystem() throws IOException {
    Path file = file("log.swf", TRACE);
    TypeRule rule = new TypeRule.ByField(SwfField.EXECUTABLE);
    PetMatrix pet = PetMatrix.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(20, 1)}});
    HcSystem system =
        new PetTable(List.of("idle", "executable-3"), List.of("m"), Duration.ofSeconds(1), pet)
            .system("s");
    assertThat(problems(file, by(rule), Optional.of(system)))
        .containsExactly(
            ":7: task type: is not in the system (value executable-unknown);"
                + " rename it (executable-unknown=idle), or give a system that has it");

    SwfSettings renamed =
        new SwfSettings(rule, Map.of("executable-unknown", "executable-3"), DeadlineRule.DEFAULT);
    Loaded<TypedWorkload> read =
        SwfWorkloads.read(file, renamed, Optional.of(system), new Problems()).orElseThrow();
    assertThat(read.value().workload().tasks())
        .containsExactly(
            new Task(0, 1, 0, 1200), new Task(1, 1, 15, 15 + 7202), new Task(2, 1, 20, 81));
    assertThat(read.notes())
        .contains("log.swf: 1 job with a run time that ticks of 1 s change by more than 1 %");
  }

  @Test
  void renamesOfNothingAreTold() throws IOException {
    SwfSettings settings =
        new SwfSettings(
            new TypeRule.ByField(SwfField.QUEUE), Map.of("queue-3", "x"), DeadlineRule.DEFAULT);
    assertThat(problems(file("log.swf", TRACE), settings, Optional.empty()))
        .containsExactly(
            ": no job is of the task type to rename (value queue-3); did you mean queue-1?");
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    Path file =
        file(
            "bad.swf",
            "; Version: 2\n1 0 5 100 1 -1 -1 1\n"
                + job(2, "x", "-7", "1", 1, 1, 1, 1)
                + job(3, "1e3", "99999999999", "1", 1, 1, 1, 1)
                + "4 "
                + job(4, "1", "1", "1", 1, 1, 1, 1));
    assertThat(problems(file, SwfSettings.DEFAULTS, Optional.empty()))
        .satisfiesExactly(
            line -> assertThat(line).startsWith(":2: line is cut short: it has 8 of 18 fields"),
            line ->
                assertThat(line)
                    .startsWith(
                        ":3: field 2, submit time: is not a number; wrong too: field 4 (value"
                            + " x)"),
            line ->
                assertThat(line)
                    .startsWith(":4: field 4, run time: is not a time in seconds (value 9")
                    .endsWith("; or have bad lines left out"));
  }

  @Test
  void problemsAreCapped() throws IOException {
    Path file = file("bad.swf", "1 2 3\n".repeat(1000));
    Problems problems = new Problems();
    SwfFiles.read(file, BadLineHandling.REFUSE, job -> {}, problems);
    assertThat(problems.listed()).hasSize(Problems.LISTED);
    assertThat(problems.count()).isEqualTo(1000);
  }

  @Test
  void tracesWithoutJobs() throws IOException {
    assertThat(problems(file("none.swf", HEADER), SwfSettings.DEFAULTS, Optional.empty()))
        .containsExactly(": has no jobs; give at least one");
    String cancelled = job(1, "0", "-1", "5", 5, 1, 1, 1);
    assertThat(problems(file("c.swf", cancelled), SwfSettings.DEFAULTS, Optional.empty()))
        .containsExactly(": has no jobs with a run time; give at least one");
    assertThat(problems(directory.resolve("no.swf"), SwfSettings.DEFAULTS, Optional.empty()))
        .hasSize(1);
  }

  @Test
  void compressedTracesAreToldByTheirContent() throws IOException {
    TypedWorkload plain = read(file("log.swf", TRACE), SwfSettings.DEFAULTS).value();
    TypedWorkload gzip = read(gzip("log", TRACE.getBytes(UTF_8), 0), SwfSettings.DEFAULTS).value();
    assertThat(gzip).isEqualTo(plain);

    Path cut = gzip("cut.swf.gz", TRACE.getBytes(UTF_8), 12);
    assertThat(problems(cut, SwfSettings.DEFAULTS, Optional.empty()).getLast())
        .contains("the compressed data are cut short or damaged");
  }

  @Test
  void tracesThatAreCutBetweenLinesAreTold() throws IOException {
    String whole = "; MaxRecords: 7\n" + TRACE;
    String cut = whole.substring(0, whole.lastIndexOf("\n", whole.length() - 2) + 1);
    assertThat(read(file("cut.swf", cut), SwfSettings.DEFAULTS).notes())
        .contains(
            "cut.swf: its header tells of 7 jobs (MaxRecords), and it has 6: is it cut short?");
    assertThat(read(file("whole.swf", whole), SwfSettings.DEFAULTS).notes())
        .noneMatch(note -> note.contains("MaxRecords"));
  }

  /** Several parts are one log; what is written behind them as plain text is not passed over. */
  @Test
  void whatFollowsCompressedDataIsReadOrRefused() throws IOException {
    Path log = gzip("log.swf.gz", TRACE.getBytes(UTF_8), 0);
    String more = job(8, "50", "9", "60", 1, 7, 3, 1);
    Files.write(log, Files.readAllBytes(gzip("more", more.getBytes(UTF_8), 0)), APPEND);
    assertThat(read(log, SwfSettings.DEFAULTS).value().workload().tasks()).hasSize(4);

    Files.writeString(log, more, APPEND);
    assertThat(problems(log, SwfSettings.DEFAULTS, Optional.empty()).getLast())
        .contains("the compressed data are cut short or damaged");
  }

  @Test
  void petOfRealRunTimes() throws IOException {
    TypedWorkload trace = read(file("log.swf", TRACE), SwfSettings.DEFAULTS).value();
    Problems problems = new Problems();
    MeasuredPet pet =
        MeasuredPet.of(trace, "node", OptionalLong.empty(), problems.in(Path.of("log.swf")))
            .orElseThrow();
    assertThat(pet.table().taskTypes()).isEqualTo(trace.taskTypes());
    assertThat(pet.table().machineTypes()).containsExactly("node");
    double[] means = new double[3];
    Arrays.setAll(means, pet.table().matrix()::meanOverMachineTypes);
    assertThat(means[0]).isEqualTo(100_000, within(500));
    assertThat(means[1]).isEqualTo(4_000_000, within(500));
    assertThat(means[2]).isEqualTo(30_500, within(500));
  }

  private static Offset<Double> within(double ticks) {
    return Offset.offset(ticks);
  }

  @Test
  void largeTracesAreReadLineByLine() throws IOException {
    Path file = directory.resolve("large.swf");
    int jobs = TestSample.isFull() ? 200_000 : 40_000;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < jobs; i++) {
        out.write(job(i, Integer.toString(i), "5", "10", 1, 1, 1, 1));
      }
    }
    AtomicInteger seen = new AtomicInteger();
    Problems problems = new Problems();
    SwfFiles.read(file, BadLineHandling.REFUSE, job -> seen.incrementAndGet(), problems);
    assertThat(problems.isEmpty()).isTrue();
    assertThat(seen).hasValue(jobs);
  }
}
