package org.espalier.cli.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.SlurmCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier run --on slurm} on a real Slurm. */
@Tag("slurm")
@Sampled(0.5)
final class SlurmStudyTest {
  private static final Pattern ARRAY = Pattern.compile("array ([0-9]+) of Slurm");
  private static final int INTERRUPTED = 130;

  @TempDir private static Path place;
  private static SlurmCluster cluster;

  @TempDir private Path directory;
  private Path study;
  private Path shards;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    cluster = SlurmCluster.start(place, 2);
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (cluster != null) {
      cluster.close();
    }
  }

  @BeforeEach
  void writeStudy() throws IOException {
    study = directory.resolve("small.yaml");
    shards = directory.resolve("out.shards");
    Files.writeString(
        study,
        """
        name: small
        trials: 3
        leave_out_first: 5
        leave_out_last: 5
        system: "%s"
        workload: {tasks: 60}
        axes: {policy: [PAM, MM], arrival_intensity: [15k, 30k]}
        traces: [{policy: PAM, arrival_intensity: 30k, trial: 2}]
        """
            .formatted(Repository.file("inputs/spec/system.yaml")));
  }

  /** A call of the command, whose output is read as it comes. */
  private record Call(Process process, BufferedReader lines, StringBuilder printed) {
    /** Reads up to something, and gives its first group. */
    String await(Pattern wanted) throws IOException {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        printed.append(line).append('\n');
        Matcher matcher = wanted.matcher(line);
        if (matcher.find()) {
          return matcher.group(1);
        }
      }
      throw new AssertionError("no %s in %s".formatted(wanted, printed));
    }

    CommandRun end() throws IOException, InterruptedException {
      lines.lines().forEach(line -> printed.append(line).append('\n'));
      return new CommandRun(process.waitFor(), printed.toString(), "");
    }
  }

  private Call onSlurm(String... more) throws IOException {
    return on(cluster, more);
  }

  private Call on(SlurmCluster slurm, String... more) throws IOException {
    List<Object> arguments =
        new ArrayList<>(List.of("run", study, "--on", "slurm", "--out", directory.resolve("out")));
    arguments.addAll(Arrays.asList(more));
    // Variables of a job in which this runs would change what sbatch and squeue do.
    Process process =
        slurm.start(
            CommandJvm.command(arguments), "SBATCH_PARTITION", "none", "SQUEUE_STATES", "running");
    return new Call(process, process.inputReader(UTF_8), new StringBuilder());
  }

  private static void assertRefused(Call call, String... parts) throws Exception {
    CommandRun run = call.end();
    assertThat(run.status()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).contains(parts);
  }

  private void assertBytesOfOneRun() throws IOException {
    Path whole = directory.resolve("whole");
    assertThat(CommandRun.of("run", study, "--out", whole).status()).isEqualTo(ExitCode.OK);
    assertThat(bytes(directory.resolve("out"))).isEqualTo(bytes(whole)).hasSizeGreaterThan(4);
  }

  private static Map<String, String> bytes(Path results) throws IOException {
    Map<String, String> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes.put(results.relativize(file).toString(), Files.readString(file));
      }
    }
    bytes.keySet().removeAll(List.of("timing.csv", "report.html"));
    return bytes;
  }

  @Test
  void theArrayGoesOnWithoutTheOneWhoWatches() throws Exception {
    Call first = onSlurm("--shards", "3", "--sbatch=--hold");
    String array = first.await(ARRAY);
    cluster.run("kill", "-INT", first.process().pid() + "");
    CommandRun stopped = first.end();
    assertThat(stopped.status()).isEqualTo(INTERRUPTED);
    assertThat(stopped.out()).contains("array %s goes on".formatted(array), "--resume", "scancel");
    assertThat(directory.resolve("out.checkpoint")).doesNotExist();
    assertRefused(onSlurm(), shards + " is in use: array " + array, "scancel " + array);
    assertRefused(onSlurm("--resume", "--shards", "4"), "has 3 shards; leave out --shards");

    cluster.run("scancel", array + "_2");
    cluster.run("scontrol", "release", array);
    Call second = onSlurm("--resume");
    second.await(Pattern.compile("(: 1 of 3 shards)"));
    assertRefused(onSlurm("--resume"), "is in use by another espalier");
    CommandRun done = second.end();
    assertThat(done.status()).as(done.out()).isEqualTo(ExitCode.OK);
    assertThat(done.out()).contains("12 of 12 trials done", "report.html");
    assertThat(shards).doesNotExist();
    assertThat(directory.resolve("out.checkpoint")).doesNotExist();
    assertBytesOfOneRun();
  }

  @Test
  void failedShardsAreNamedWithTheEndOfTheirLogs() throws Exception {
    Call first = onSlurm("--shards", "4", "--sbatch=--hold");
    String array = first.await(ARRAY);
    Path damaged = shards.resolve("shard-2-of-4.checkpoint");
    String header = Files.readString(damaged);
    Files.writeString(damaged, "nonsense\n");
    cluster.run("scancel", array + "_3");
    cluster.run("scontrol", "release", array);
    assertRefused(
        first,
        "shard 2/4 failed (job %s_2 on m".formatted(array),
        "FAILED, NonZeroExitCode); its log " + shards.resolve("shard-2.log") + " ends:\n",
        "shard-2-of-4.checkpoint is no checkpoint of a run; begin anew with --restart\n",
        "shard 3/4 failed (it was cancelled before it began, or Slurm has lost it)",
        "2 of 4 shards failed: 2-3;");

    assertRefused(onSlurm(), "is of a study on Slurm that was stopped; go on with --resume");
    assertRefused(onSlurm("--resume"), "is no checkpoint of a run; begin anew with --restart");
    Files.writeString(damaged, header);
    assertRefused(onSlurm("--resume", "--seed", "7"), "is the checkpoint of another run");
    CommandRun again = onSlurm("--resume").end();
    assertThat(again.status()).as(again.out()).isEqualTo(ExitCode.OK);
    assertThat(again.out()).contains(": 2 of 4 shards", "12 of 12 trials done");
    assertBytesOfOneRun();
  }

  /** Ends with kill -9 some processes that run shards. */
  private void killShards(int number, Call call) {
    for (int killed = 0; killed < number; ) {
      assertThat(call.process().isAlive()).as("shards are left").isTrue();
      for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
        Path words = Path.of("/proc", "" + process.pid(), "cmdline");
        try {
          String line = new String(Files.readAllBytes(words), UTF_8);
          if (line.contains("\0" + shards + "\0") && line.contains("\0--shard\0")) {
            killed += process.destroyForcibly() ? 1 : 0;
          }
        } catch (IOException e) {
          // It has ended.
        }
      }
    }
  }

  @Test
  @Tag("slow")
  void bytesAreThoseOfOneRunAfterFaultsAndWithinLimits() throws Exception {
    String text = Files.readString(study);
    Files.writeString(
        study, text.replace("trials: 3", "trials: 30").replace("15k, 30k", "15k, 20k, 25k, 30k"));
    Path other = Files.createDirectory(directory.resolve("eight"));
    try (SlurmCluster eight = SlurmCluster.start(other, 8, "MaxJobCount=21", "MinJobAge=40")) {
      Call first = on(eight, "--shards", "24");
      String array = first.await(ARRAY);
      killShards(3, first);
      eight.run("scontrol", "update", "nodename=m5", "state=down", "reason=test");
      eight.run("scancel", array);
      assertThat(first.await(Pattern.compile("([0-9]+) shards are not submitted yet")))
          .isNotEmpty();
      assertRefused(first, " of 24 shards failed: ", "temporarily unable to accept job");

      CommandRun again = on(eight, "--resume").end();
      assertThat(again.status()).as(again.out()).isEqualTo(ExitCode.OK);
    }
    assertBytesOfOneRun();
  }

  @Test
  void whatCannotGoWellIsRefusedBeforeAnythingIsRun() throws Exception {
    assertRefused(
        onSlurm("--sbatch=--partition=nix"),
        "Slurm refuses such jobs: invalid partition specified: nix");
    assertRefused(onSlurm("--resume"), "there is no " + shards + " to go on from");
    assertRefused(onSlurm("--shards", "1001"), "at most 1000 in an array here (MaxArraySize)");
    Process without =
        cluster.start(
            CommandJvm.command(List.of("run", study, "--on", "slurm")),
            "PATH",
            directory.toString());
    assertRefused(
        new Call(without, without.inputReader(UTF_8), new StringBuilder()),
        "there is no sbatch on the PATH");
    assertThat(shards).doesNotExist();
    assertThat(cluster.run("squeue", "-h")).isEmpty();
  }
}
