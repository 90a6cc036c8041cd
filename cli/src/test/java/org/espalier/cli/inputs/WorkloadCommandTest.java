package org.espalier.cli.inputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.espalier.cli.CommandRun;
import org.espalier.core.model.HcSystem;
import org.espalier.testsupport.RealData;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Workloads are generated and converted whole or not at all. */
final class WorkloadCommandTest {
  private static final String PET =
      """
      # tick 1 ms, step 1
      task_type,machine_type,time_s,mass
      encode,fast,0.010,1
      caption,fast,0.030,1
      """;
  private static final String TRACE =
      """
      ; Computer: a small cluster
      1 0 5 100 1 -1 -1 1 600 -1 1 7 1 3 1 -1 -1 -1
      2 10 5 -1 1 -1 -1 1 600 -1 5 7 1 3 1 -1 -1 -1
      3 30 5 40 1 -1 -1 1 -1 -1 1 8 1 4 1 -1 -1 -1
      4 20 5 60 1 -1 -1 1 7200 -1 1 8 1 3 1 -1 -1 -1
      """;

  @TempDir private Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  private Path system() throws IOException {
    file("tiny.pet.csv", PET);
    return file("tiny.yaml", "name: tiny\ntick: 1 ms\npet: tiny.pet.csv\n");
  }

  /** A system with ticks that the papers' format can hold. */
  private Path fine() throws IOException {
    file("fine.pet.csv", PET.replace("tick 1 ms, step 1", "tick 10 us, step 100"));
    return file("fine.yaml", "name: fine\ntick: 10 us\npet: fine.pet.csv\n");
  }

  private Path gzip(String name) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(at(name)))) {
      out.write(TRACE.getBytes(UTF_8));
    }
    return at(name);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static void assertRefused(String message, Object... args) {
    CommandRun cli = CommandRun.of(args);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(message);
  }

  private static CommandRun good(Object... args) {
    CommandRun cli = CommandRun.of(args);
    assertThat(cli.err()).isEmpty();
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    return cli;
  }

  @Test
  void sameTasksAsAStudyAndSameBytes() throws IOException {
    Path system = system();
    Object[] command = {
      "workload",
      "generate",
      "--system",
      system,
      "-o",
      at("w.csv"),
      "--tasks",
      50,
      "--arrival-intensity",
      "30k",
      "--pattern",
      "poisson",
      "--slack",
      0.5,
      "--seed",
      7
    };
    CommandRun cli = good(command);
    assertThat(cli.lines())
        .containsExactly(
            "wrote %s: 1 trial of 50 tasks for system tiny, seed 7, trial 1"
                .formatted(at("w.csv")));
    byte[] bytes = Files.readAllBytes(at("w.csv"));
    good(command);
    assertThat(at("w.csv")).hasBinaryContent(bytes);

    HcSystem read = SystemFiles.read(system).value();
    WorkloadSpec like = WorkloadSpec.of(50, 30_000, new ArrivalPattern.Poisson());
    WorkloadSpec spec =
        new WorkloadSpec(50, 30_000, like.period(), like.unit(), like.pattern(), 0.5);
    assertThat(WorkloadFiles.read(at("w.csv"), read).tasks())
        .isEqualTo(WorkloadGenerator.generate(spec, read, 7, 1).tasks());
    good("check", "--system", system, at("w.csv"));
  }

  @Test
  void aDayOfTasksWithUtilityFunctions() throws IOException {
    Path system = system();
    CommandRun cli =
        good(
            "workload",
            "generate",
            "--system",
            system,
            "-o",
            at("day.csv"),
            "--pattern",
            "daily",
            "--tasks",
            1200,
            "--seed",
            7,
            "--environment",
            "appendix-h");
    assertThat(cli.lines())
        .containsExactly(
            "wrote %s: 1 trial of about 1,300 tasks for system tiny, seed 7, trial 1"
                .formatted(at("day.csv")));

    HcSystem read = SystemFiles.read(system).value();
    DaySpec like = DaySpec.of(1200);
    DaySpec spec =
        new DaySpec(1200, like.warmUp(), like.longestGap(), EnvironmentReader.source("appendix-h"));
    assertThat(WorkloadFiles.read(at("day.csv"), read).tasks())
        .isEqualTo(spec.generate(read, 7, 1).tasks());
  }

  @Test
  void aDurationTakesThePlaceOfANumber() throws IOException {
    Object[] command = {
      "workload", "generate", "--system", system(), "-o", at("w.csv"), "--duration", "1min"
    };
    assertThat(good(with(command, "--pattern", "poisson")).out())
        .contains("1 trial of about 10,417 tasks");
    assertRefused("--tasks has no effect on a workload of a", with(command, "--tasks", 9));
  }

  @Test
  void daysThatCannotBeAreRefused() throws IOException {
    Path system = system();

    assertRefused("tasks is 60 a day for 2 task types", day(system, "--tasks", "60"));
    assertRefused("--slack has no effect on --pattern daily", day(system, "--slack", "2"));
    assertRefused("--amplitude has no effect on --pattern daily", day(system, "--amplitude", "0"));
    assertRefused(
        "--environment is 9; expected chapter-2, chapter-4, appendix-h, a YAML file",
        day(system, "--environment", "9"));
  }

  private Object[] day(Path system, String option, String value) {
    return new Object[] {
      "workload",
      "generate",
      "--system",
      system,
      "-o",
      at("day.csv"),
      "--pattern",
      "daily",
      option,
      value
    };
  }

  private void generateTrials(int trials) throws IOException {
    good(
        "workload",
        "generate",
        "--system",
        fine(),
        "-o",
        at("trials"),
        "--trials",
        trials,
        "--tasks",
        20);
  }

  @Test
  void severalTrialsFillADirectory() throws IOException {
    generateTrials(3);
    assertThat(names()).containsExactly("fine.pet.csv", "fine.yaml", "trials");
    assertThat(at("trials"))
        .isDirectoryContaining("glob:**trial_1.csv")
        .isDirectoryContaining("glob:**trial_3.csv");
    good("workload", "generate", "--system", fine(), "-o", at("first.csv"), "--tasks", 20);
    assertThat(at("first.csv")).hasSameTextualContentAs(at("trials/trial_1.csv"));
    good("check", "--system", fine(), at("trials/trial_1.csv"), at("trials/trial_2.csv"));
    generateTrials(2);
    assertThat(at("trials/trial_3.csv")).as("of the trials before").doesNotExist();
    file("trials/mine.txt", "");
    assertRefused(
        "holds mine.txt, which is not a result",
        "workload",
        "generate",
        "--system",
        fine(),
        "-o",
        at("trials"),
        "--trials",
        2);
  }

  @Test
  void studiesRunOnGeneratedFilesAsOnGeneratedTasks() throws IOException {
    system();
    good(
        "workload",
        "generate",
        "--system",
        at("tiny.yaml"),
        "-o",
        at("trials"),
        "--trials",
        2,
        "--tasks",
        300,
        "--period",
        "10 s",
        "--seed",
        5);
    String study =
        "name: s\nseed: 5\ntrials: 2\nleave_out_first: 0\nleave_out_last: 0\nsystem: tiny.yaml\n"
            + "axes: {policy: [MM]}\n";
    Path made = file("made.yaml", study + "workload: {tasks: 300, period: 10 s}\n");
    Path read = file("read.yaml", study + "workload: {files: 'trials/trial_{trial}.csv'}\n");
    assertThat(CommandRun.of("run", made, "--out", at("made")).status()).isZero();
    assertThat(CommandRun.of("run", read, "--out", at("read")).status()).isZero();
    assertThat(at("read/summary.csv")).hasSameTextualContentAs(at("made/summary.csv"));
  }

  @Test
  void optionsThatAreWrong() throws IOException {
    Path system = system();
    Object[] generate = {"workload", "generate", "--system", system, "-o", at("w.csv")};
    CommandRun wrong =
        CommandRun.of(
            with(generate, "--pattern", "wavy", "--tasks", "0", "--arrival-intensity", "15q"));
    assertThat(wrong.err())
        .contains("--pattern is wavy; expected steady, spiky")
        .contains("--tasks is 0; expected", "--arrival-intensity is 15q");
    assertRefused("Possible solutions: --cycles", with(generate, "--cycle", "3"));
    assertRefused("is one file for 2 trials", with(generate, "--trials", "2"));
    assertRefused("--trials is 0", with(generate, "--trials", "0"));
    assertRefused(
        "workloads are written as CSV",
        "workload",
        "generate",
        "--system",
        system,
        "-o",
        at("w.dat"));
    assertRefused("no such file", "workload", "generate", "--system", at("no"), "-o", at("w.csv"));
    assertRefused(
        "tiny.pet.csv is a file of the system",
        "workload",
        "generate",
        "--system",
        system,
        "-o",
        at("../" + directory.getFileName() + "/tiny.pet.csv"));
    assertThat(at("tiny.pet.csv")).hasContent(PET);
    assertRefused(
        "make it first", "workload", "generate", "--system", system, "-o", at("no/w.csv"));
    assertThat(names()).containsExactly("tiny.pet.csv", "tiny.yaml");
  }

  private static Object[] with(Object[] command, Object... more) {
    return Stream.concat(Stream.of(command), Stream.of(more)).toArray();
  }

  @Test
  void theFormatOfThePapersBecomesCsv() throws IOException {
    Path trial = file("w.dat", "taskCount=2;\n500.00 1 1000.00;\n1500.00 0 2250.00;\n");
    good("workload", "convert", trial, "-o", at("w.csv"), "--system", fine());
    assertThat(at("w.csv"))
        .hasContent("task_type,arrival_s,deadline_s\ncaption,0.5,1\nencode,1.5,2.25\n");
  }

  @Test
  void papersOwnTrials() {
    CommandRun cli =
        good(
            "workload",
            "convert",
            RealData.path("hcw19/arr15k/trial_1.dat"),
            "-o",
            at("t.csv"),
            "--system",
            RealData.path("hcw19/classes_2.etc"));
    assertThat(cli.out())
        .contains("note: trial_1.dat: first arrival", "wrote " + at("t.csv") + ": 800 tasks");
  }

  @Test
  void tracesAndTheirPet() throws IOException {
    CommandRun cli =
        good(
            "workload", "convert", gzip("log.swf.gz"), "-o", at("l.csv"), "--pet", at("l.pet.csv"));
    assertThat(cli.lines())
        .containsExactly(
            "note: log.swf.gz: Computer: a small cluster",
            "note: log.swf.gz: task types by classes of requested time (field 9)",
            "note: log.swf.gz: 1 job left out: no usable run time (2)",
            "note: log.swf.gz: 1 job without a requested time: deadline from the real one",
            "note: log.swf.gz: 1 job submitted before a job ahead of them: sorted",
            "wrote " + at("l.csv") + ": 3 tasks of 3 types",
            "note: the trace names no machine types: real run times of all jobs are taken as those"
                + " of one, node",
            "note: fewer than 20 samples in 3 cells: upto-600s on node (1), upto-21600s on node"
                + " (1), requested-unknown on node (1); rare long times are missing there, so that"
                + " chances of success may be far off",
            "wrote "
                + at("l.pet.csv")
                + ": PET: 3 task types x 1 machine type, tick 1 ms, step 10 ms, of the real run"
                + " times");
    assertThat(at("l.csv"))
        .hasContent(
            """
            task_type,arrival_s,deadline_s,execution_time_s
            upto-600s,0,1200,100
            upto-21600s,20,14420,60
            requested-unknown,30,110,40
            """);
    Path system = file("l.yaml", "name: l\ntick: 1 ms\npet: l.pet.csv\n");
    good("check", system, at("l.csv"));
  }

  @Test
  void tracesForASystem() throws IOException {
    Path trace = file("log.swf", TRACE);
    Object[] convert = {
      "workload", "convert", trace, "-o", at("l.csv"), "--system", system(), "--types", "executable"
    };
    assertRefused("log.swf:2: task type: is not in the system (value executable-3)", convert);
    assertThat(at("l.csv")).doesNotExist();
    good(
        with(
            convert,
            "--rename",
            "executable-3=encode",
            "--rename",
            "executable-4=caption",
            "--slack",
            "1.5",
            "--deadline",
            "real",
            "--machine-type",
            "fast"));
    assertThat(at("l.csv"))
        .hasContent(
            """
            task_type,arrival_s,deadline_s,execution_time_s,machine_type
            encode,0,150,100,fast
            encode,20,110,60,fast
            caption,30,90,40,fast
            """);
  }

  @Test
  void optionsOfTracesThatAreWrong() throws IOException {
    Path trace = file("log.swf", TRACE);
    Path csv = file("w.csv", "task_type,arrival_s,deadline_s\na,0.5,1\n");
    Object[] convert = {"workload", "convert", trace, "-o", at("l.csv")};
    assertRefused("--types is shape; expected", with(convert, "--types", "shape"));
    assertRefused("--slack is -1; expected", with(convert, "--slack=-1"));
    assertRefused("--slack is x; expected", with(convert, "--slack", "x"));
    assertRefused(
        "--classes: bounds of classes are [3600 s, 60 s]; expected increasing",
        with(convert, "--classes", "1h,1min"));
    assertRefused("--classes is soon; expected", with(convert, "--classes", "1h,soon"));
    assertRefused("--slack is 2000000.0; expected", with(convert, "--slack", "2e6"));
    assertRefused("--classes are of", with(convert, "--classes", "1h", "--types", "user"));
    assertRefused("--pet and -o name the same", with(convert, "--pet", at("l.csv")));
    assertRefused("are written as CSV", "workload", "convert", trace, "-o", at("l.swf"));
    assertRefused("are written as CSV", "workload", "convert", trace, "-o", at("l.dat"));
    assertRefused("is no trace", "workload", "convert", csv, "-o", at("l.csv"), "--slack", "2");
    assertRefused("is no workload", "workload", "convert", system(), "-o", at("l.csv"));
    assertRefused("is the file that is read", "workload", "convert", csv, "-o", csv);
    assertThat(names()).containsExactly("log.swf", "tiny.pet.csv", "tiny.yaml", "w.csv");
  }

  @Test
  void optionsThatWouldHaveNoEffectAreRefused() throws IOException {
    Path log = file("log.csv", "at,came,kind\n1,2,encode\n");
    Object[] convert = {
      "workload", "convert", log, "-o", at("l.csv"), "--map", "arrival=at,type=kind"
    };
    assertRefused(
        "--tick: times are rounded to that of --system",
        with(convert, "--tick", "1s", "--system", system()));
    assertRefused(
        "--deadline-after takes the place of --slack and --deadline",
        with(convert, "--deadline-after", "1min", "--slack", "3"));
    assertRefused("--map gives arrival two values", with(convert, "--map", "arrival=came"));
    assertRefused(
        "--rename gives encode two values",
        with(convert, "--rename", "encode=a", "--rename", "encode=b"));
    assertThat(at("l.csv")).doesNotExist();
    good(with(convert, "--deadline-after", "1min"));
    assertThat(at("l.csv")).hasContent("task_type,arrival_s,deadline_s\nencode,1,61\n");
  }

  @Test
  void checkAndShowKnowTraces() throws IOException {
    Path gz = gzip("log.swf.gz");
    Path renamed = gzip("log.bin");
    Path plain = file("log.txt", TRACE);
    CommandRun check = good("check", gz, renamed, plain);
    assertThat(check.out())
        .contains("trace log: 3 tasks of 3 types, arrivals from 0.00 to 30.00 s")
        .contains("note: log.txt: 1 job left out: no usable run time (2)")
        .contains("3 files, 3 ok; 0 problems");
    assertThat(good("show", "--plain", gz).out()).contains("requested-unknown", "slack");

    Path cut = file("cut.swf", TRACE + "5 30 1\n");
    assertThat(CommandRun.of("check", cut).out())
        .contains(cut + ":6: line is cut short: it has 3 of 18 fields");
  }

  @Test
  void compressedFilesOfOtherKinds() throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(at("w.csv.gz")))) {
      out.write("task_type,arrival_s,deadline_s\n".getBytes(UTF_8));
    }
    assertThat(CommandRun.of("check", at("w.csv.gz")).out())
        .contains("is compressed and no trace (.swf.gz); decompress it first");
  }

  @Test
  void helpShowsExamples() {
    assertThat(good("workload", "--help").out()).contains("generate", "convert", "Examples:");
    assertThat(good("workload", "generate", "--help").out())
        .contains("--arrival-intensity", "Examples:");
    assertThat(good("workload", "convert", "--help").out())
        .contains("Of a trace (SWF);", "--rename", "Examples:");
  }
}
