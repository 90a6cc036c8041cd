package org.espalier.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Every kind of bad input is told with its place; good files say what they hold. */
final class CheckCommandTest {
  private static final String PET =
      """
      # tick 1 ms, step 1
      task_type,machine_type,time_s,mass
      encode,fast,0.010,1
      encode,slow,0.020,1
      """;
  private static final String SYSTEM = "name: tiny\ntick: 1 ms\npet: tiny.pet.csv\n";
  private static final String WORKLOAD = "task_type,arrival_s,deadline_s\n";

  private static final int LARGE = (TestSample.isFull() ? 100 : 20) << 20;

  @TempDir private Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Path system() throws IOException {
    file("tiny.pet.csv", PET);
    return file("tiny.yaml", SYSTEM);
  }

  private static void assertProblem(Path file, String... parts) {
    CommandRun cli = CommandRun.of("check", file);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.lines())
        .anySatisfy(line -> assertThat(line).startsWith(file.toString()).contains(parts));
  }

  @Test
  void saysWhatGoodFilesHold() throws IOException {
    Path workload = file("w.csv", WORKLOAD + "encode,0.5,1\nencode,1.5,2\n");
    Path samples = file("s.csv", "task_type,machine_type,execution_time_s\na,m,1.5\na,n,2.5\n");
    Path means = file("m.csv", "task_type,m0,m1\na,1.5,2.5\n");
    Path journal = file("j.jsonl", "{\"event\":\"held\",\"time\":3,\"unmapped\":4,\"misses\":0}\n");
    Path etc = file("p.etc", "machineCount=1;taskCount=1;\nmachine=0;task=0;\n2 0.5\n4 0.5\n");
    Path trial = file("t.dat", "taskCount=2;\n1.00 0 2.00;\n3.00 1 4.00;\n");

    CommandRun cli =
        CommandRun.of("check", system(), workload, samples, means, journal, etc, trial);

    assertThat(cli.err()).isEmpty();
    assertThat(cli.out())
        .contains("system tiny: 1 task type, 2 machine types, 2 machines, tick 1 ms, step 1 ms")
        .contains("workload w: 2 tasks of 1 type, arrivals from 0.500 to 1.500 s")
        .contains("execution-time samples: 2 for 1 task type x 2 machine types")
        .contains("mean execution times: 1 task type x 2 machine types")
        .contains("journal: 1 entry, 0 tasks, ticks 3 to 3")
        .contains("PET: 1 task type x 1 machine type, tick 10 us, step 2 ms")
        .contains("workload t: 2 tasks of 2 types")
        .contains("7 files, 7 ok; 0 problems");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void studiesAndInputsOfTheProjectAreGood() {
    Path root = Repository.root();
    CommandRun cli =
        CommandRun.of(
            "check",
            root.resolve("studies/quick-start.yaml"),
            root.resolve("inputs/spec/system.yaml"),
            root.resolve("inputs/spec/means.csv"));
    assertThat(cli.out()).contains("study quick-start: ").contains("3 files, 3 ok; 0 problems");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void papersOwnFilesAreGood() {
    CommandRun cli =
        CommandRun.of(
            "check",
            RealData.path("hcw19/classes_2.etc"),
            RealData.path("hcw19/arr15k/trial_1.dat"),
            RealData.path("hcw19/spiky15k/trial_2.dat"),
            RealData.path("video-transcoding-times.csv"));
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    assertThat(cli.out())
        .contains("note: classes_2.etc: 96 of 96 cells renormalised")
        .contains("note: trial_1.dat: first arrival")
        .contains("24,629 for 36 task types x 8 machine types, 205 cells without");
  }

  @Test
  void massesOfPets() throws IOException {
    String header = "# tick 1 ms, step 1\ntask_type,machine_type,time_s,mass\n";
    Path pet = file("bad.pet.csv", header + "a,m,0.01,-0.5\na,n,0.01,NaN\nb,m,0.01,0\nb,n,x,1\n");
    assertProblem(pet, ":3:", "mass", "(value -0.5)", "is not a mass");
    assertProblem(pet, ":3:", "mass", "is not a mass", "also line 4 (NaN)");
    assertProblem(pet, ":5:", "b on m", "masses sum to 0");
    assertProblem(pet, ":6:", "time_s", "(value x)", "is not a time");
  }

  @Test
  void cellsOfThePapersPets() throws IOException {
    String cells =
        """
        machineCount=2;taskCount=2;
        machine=0;task=0;
        machine=1;task=0;
        2 -0.5
        machine=0;task=1;
        2 0
        """;
    Path etc = file("bad.etc", cells);
    assertProblem(etc, ":2:", "task-0 on type-0", "cell is empty");
    assertProblem(etc, ":4:", "(value -0.5)", "is not a mass");
    assertProblem(etc, ":5:", "task-1 on type-0", "masses sum to 0");
    assertProblem(etc, "blocks missing: task-1 on type-1");
    assertProblem(file("none.etc", "machineCount=0;taskCount=2;\n"), ":1:", "at least one machine");
    assertProblem(
        file("none.pet.csv", "# tick 1 ms, step 1\ntask_type,machine_type,time_s,mass\n"),
        "has no rows");
  }

  @Test
  void workloadsAreHeldToTheSystem() throws IOException {
    Path workload =
        file("w.csv", WORKLOAD + "encod,0,1\nencode,2,3\nencode,1,3\nencode,4,3.5\nencode,5,x\n");
    CommandRun cli = CommandRun.of("check", "--system", system(), workload);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.lines())
        .contains(
            workload + ":2: task_type: unknown task type (value encod); did you mean encode?",
            workload + ":4: arrives before the task ahead of it; sort the tasks by arrival",
            workload + ":5: deadline is before the arrival; correct one of them",
            "1 file, 0 ok; 4 problems");
    assertThat(cli.out()).contains(":6: deadline_s: is not a time in seconds (value x)");
  }

  @Test
  void theOneSystemAmongTheFilesIsTheSystem() throws IOException {
    Path workload = file("w.csv", WORKLOAD + "encod,0,1\n");
    assertThat(CommandRun.of("check", workload).status()).isEqualTo(ExitCode.OK);
    assertThat(CommandRun.of("check", workload, system()).out()).contains("did you mean encode?");
  }

  @Test
  void trials() throws IOException {
    Path cut = file("cut.dat", "taskCount=3;\n1.00 0 2.00;\n3.00 1 4.0");
    assertProblem(cut, ":3:", "line is cut short");
    assertProblem(cut, "has 2 tasks, its first line says 3", "is it cut short?");
    assertProblem(file("early.dat", "taskCount=1;\n3.00 1 2.00;\n"), ":2:", "deadline is before");
    assertProblem(file("none.dat", "taskCount=0;\n"), "has no tasks");
    assertProblem(file("types.dat", "taskCount=1;\n3.00 x 4.00;\n"), ":2:", "unknown task type");
    assertProblem(file("none.csv", WORKLOAD), "has no tasks");
  }

  @Test
  void trialOfAnUnknownTypeIsSeenWithItsSystem() throws IOException {
    Path etc = file("p.etc", "machineCount=1;taskCount=1;\nmachine=0;task=0;\n2 1\n");
    Path trial = file("t.dat", "taskCount=2;\n1.00 0 2.00;\n3.00 1 4.00;\n");
    assertThat(CommandRun.of("check", trial).status()).isEqualTo(ExitCode.OK);
    assertThat(CommandRun.of("check", "--system", etc, trial).lines())
        .contains(trial + ":3: type: unknown task type (value 1); the PET has types 0 to 0");
  }

  @Test
  void damagedFirstArrivalOfWhichNothingTellsIsNoted() throws IOException {
    Path trial = file("t.dat", "taskCount=2;\n.5 0 2.00;\n3.00 1 4.00;\n");
    CommandRun cli = CommandRun.of("check", trial);
    assertThat(cli.out()).contains("note: t.dat: first arrival \".5\" is damaged");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void systems() throws IOException {
    system();
    Path unknown = file("unknown.yaml", SYSTEM + "machine_type: []\n");
    assertProblem(unknown, ":4:", "machine_type: unknown key", "did you mean machine_types?");
    assertProblem(file("twice.yaml", SYSTEM + "tick: 2 ms\n"), ":4:", "tick", "duplicate");
    assertProblem(file("type.yaml", "name: x\ntick: [1]\npet: tiny.pet.csv\n"), ":2:", "tick");
    assertProblem(file("none.yaml", SYSTEM + "machines: []\n"), ":4:", "lists no machines");
    assertProblem(file("cut.yaml", "name: x\ntick: \"1\npet: y\n"), "is not YAML");
    Path both =
        file("pet.yaml", SYSTEM + "machine_types: [{name: fsat}]\nmachines: [{type: slow}]\n");
    assertProblem(both, "machine type fsat has no column in the PET", "did you mean fast?");
    assertProblem(both, "machines[0].type", "unknown machine type", "(value slow)");
  }

  @Test
  void studies() throws IOException {
    system();
    Path study =
        file(
            "study.yaml",
            "name: x\nsystem: tiny.yaml\naxis: {}\naxes: {policy: [PAMM]}\ntrials: 0\n");
    assertProblem(study, ":3:", "axis: unknown key", "did you mean axes?");
    assertProblem(study, ":4:", "PAMM", "did you mean PAM?");
    assertProblem(study, ":5:", "trials", "(value 0)");
    Path flat = file("flat.yaml", "system: tiny.yaml\npolicy: [PAM]\ntrials: 2\n");
    assertProblem(flat, "names no policies", "axes: {policy: [PAM, MM]}");
  }

  @Test
  void journals() throws IOException {
    assertProblem(file("cut.jsonl", "{\"event\":\"held\",\"ti"), ":1:", "is no journal entry");
    assertProblem(file("blank.jsonl", "\n\n"), "has no entries");
  }

  @Test
  void whatIsNoFileOfOurs() throws IOException {
    assertProblem(directory.resolve("absent.yaml"), "there is no such file");
    assertProblem(directory, "is a directory");
    assertProblem(file("empty.dat", ""), "is empty");
    assertProblem(file("binary.csv", "task\0type"), "is not a text file");
    assertProblem(file("prose.txt", "Dear reader\n"), "is of no known kind");
    assertProblem(file("other.csv", "colour,size\n"), ":1:", "header of no known kind");
    assertProblem(file("other.yaml", "colour: green\n"), "is neither a study nor a system");
  }

  /** As editors on Windows save it; what follows is a comment, which tells nothing. */
  @Test
  void aByteOrderMarkBeforeACommentIsNoPartOfIt() throws IOException {
    CommandRun cli = CommandRun.of("check", file("p.csv", "\ufeff" + PET));
    assertThat(cli.out()).contains("PET: 1 task type x 2 machine types");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void kindIsTakenFromContentBeforeEnding() throws IOException {
    Path trial = file("trial.txt", "taskCount=1;\n1.00 0 2.00;\n");
    assertThat(CommandRun.of("check", trial).out()).contains("workload trial: 1 task of 1 type");
    Path workload = file("w.csv", "task_type,arival_s,deadline_s\na,0,1\n");
    assertProblem(workload, ":1:", "arrival_s: column missing", "rename column arival_s");
  }

  @Test
  void problemsOfAllFilesAreToldAtOnceAndOnce() throws IOException {
    file("tiny.pet.csv", PET + "encode,third,0.01,-1\n");
    Path system = file("tiny.yaml", SYSTEM + "pety: 1\nmachine: 2\n");
    Path workload = file("w.csv", WORKLOAD + "a,2,3\na,1,3\na,4,3\n");
    Path trial = file("t.dat", "taskCount=9;\n1.00 0 2.00\n");
    Path good = file("good.csv", WORKLOAD + "a,2,3\n");

    CommandRun cli =
        CommandRun.of("check", system, directory.resolve("tiny.pet.csv"), workload, trial, good);

    assertThat(cli.out())
        .contains("pety: unknown key", "machine: unknown key")
        .containsOnlyOnce("is not a mass")
        .contains("w.csv:3: arrives before", "w.csv:4: deadline is before")
        .contains("t.dat:2: line is cut short", "t.dat:2: has 1 tasks")
        .contains("ok  " + good)
        .contains("5 files, 1 ok; 7 problems");
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
  }

  /** A hundred megabytes or, where only a sample is wanted, some more than a YAML file may have. */
  @Test
  void largeFilesAreToldQuickly() throws IOException {
    Path yaml = large("large.yaml", "name: x\npet: y\n", "# nothing but comments\n");
    Path trial = large("large.dat", "taskCount=200000;\n", "x".repeat(1000) + "\n");
    Path longer = large("longer.dat", "taskCount=5;\n", "10.00 1 200.00;\n");
    CommandRun cli =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> CommandRun.of("check", yaml, trial, longer));
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.out())
        .contains("large.yaml: is larger than 16 MB")
        .contains("large.dat:2: is no task")
        .contains("large.dat: and %s,".formatted(TestSample.isFull() ? "104" : "20"))
        .contains("tasks, its first line says 5");
  }

  private Path large(String name, String begin, String line) throws IOException {
    Path file = directory.resolve(name);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(begin);
      for (long written = 0; written < LARGE; written += line.length()) {
        out.write(line);
      }
    }
    return file;
  }

  @Test
  void missingAndBadSystemsAreTold() throws IOException {
    Path workload = file("w.csv", WORKLOAD + "a,2,3\n");
    CommandRun cli = CommandRun.of("check", "--system", directory.resolve("absent.yaml"), workload);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.out())
        .contains("absent.yaml: there is no such file")
        .contains("ok  " + workload);
  }

  @Test
  void liveSystemsAreChecked() throws IOException {
    Path example = Home.file("examples/live/live.yaml");
    Path simulated = Home.file("examples/simulated/live.yaml");
    CommandRun good = CommandRun.of("check", example, simulated);
    assertThat(good.status()).as(good.out()).isZero();
    assertThat(good.out())
        .contains("live system: policy JIT, 2 task types, 4 machines on system ", "port 7400");

    Path bad =
        file(
            "bad.yaml",
            "system: %s\npolicy: PAMM\ndata: d\nportt: 1\n"
                .formatted(example.resolveSibling("system.yaml").toAbsolutePath()));
    CommandRun cli = CommandRun.of("check", bad);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.out()).contains("bad.yaml:2: policy", "PAMM", "portt", "task_types");
  }

  @Test
  void noFilesIsWrongUsage() {
    assertThat(CommandRun.of("check").status()).isEqualTo(ExitCode.USAGE);
  }
}
