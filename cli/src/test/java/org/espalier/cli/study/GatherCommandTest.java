package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** A study in shards, and {@code espalier gather}, from end to end. */
final class GatherCommandTest {
  @TempDir Path directory;
  private Path study;
  private Path shards;

  @BeforeEach
  void writeStudy() throws IOException {
    study = directory.resolve("small.yaml");
    shards = directory.resolve("shards");
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

  private CommandRun command(String name, String... more) {
    List<String> args = new ArrayList<>(List.of(name, study.toString()));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private CommandRun shard(String which, String... more) {
    List<String> args = new ArrayList<>(List.of("--shard", which, "--to", shards.toString()));
    args.addAll(Arrays.asList(more));
    return command("run", args.toArray(String[]::new));
  }

  private static void assertRefused(CommandRun run, String... parts) {
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(parts);
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
  void gatheredResultsAreThoseOfOneRun() throws IOException {
    for (int i = 1; i <= 4; i++) {
      assertThat(shard(i + "/4").status()).isEqualTo(ExitCode.OK);
    }
    Path gathered = directory.resolve("gathered");
    CommandRun gather = command("gather", shards.toString(), "--out", gathered.toString());
    assertThat(gather.status()).as(gather.err()).isEqualTo(ExitCode.OK);

    Path whole = directory.resolve("whole");
    CommandRun run = command("run", "--out", whole.toString());
    assertThat(bytes(gathered)).isEqualTo(bytes(whole)).hasSizeGreaterThan(4);
    assertThat(gathered.resolve("report.html")).exists();
    String table = run.out().substring(0, run.out().indexOf("\n\n"));
    assertThat(gather.out()).startsWith(table);
  }

  @Test
  void onlyMissingShardsGoAgain() throws IOException {
    shard("1/2");
    Path first = shards.resolve("shard-1-of-2.checkpoint");
    List<String> lines = Files.readAllLines(first);
    Files.write(first, lines.subList(0, 3));

    assertRefused(
        command("gather", shards.toString()),
        "2 of 2 shards are not finished: 1/2 (4 of 6 trials missing), 2/2 (6 of 6 trials missing)",
        "--resume");
    assertRefused(shard("1/2"), "is of a shard that was stopped; go on with --resume");
    assertThat(shard("1/2", "--resume").err()).contains("going on: 2 of 6 trials are there");
    assertThat(Files.readAllLines(first)).hasSameSizeAs(lines).startsWith(lines.get(0));

    List<String> whole = Files.readAllLines(first);
    assertThat(shard("1/2").status()).as("it is there").isEqualTo(ExitCode.OK);
    assertThat(Files.readAllLines(first)).isEqualTo(whole);
    assertThat(shard("2/2", "--resume").status()).as("it begins").isEqualTo(ExitCode.OK);
    assertThat(command("gather", shards.toString(), "--out", directory + "/out").status())
        .isEqualTo(ExitCode.OK);
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    String to = shards.toString();
    assertRefused(command("run", "--shard", "1/2"), "--shard I/N and --to DIR go together");
    assertRefused(
        command("run", "--shard", "3/2", "--to", to),
        "--shard is 3/2; expected its number and how many");
    assertRefused(command("run", study.toString(), "--shard", "1/2", "--to", to), "of one study");
    assertRefused(command("gather", to), "is no directory of shards");

    assertRefused(command("run", "--shards", "4"), "--shards and --sbatch go with --on slurm");
    assertRefused(
        command("run", "--on", "slurm", "--shard", "1/2"), "--on runs all shards of one study");
    assertRefused(
        command("run", "--on", "slurm", "--sbatch=--array=1"),
        "--sbatch=--array=1: espalier sets this itself");
    assertRefused(
        command("run", "--on", "slurm", "--sbatch=main"), "--sbatch is main; expected an option");
    assertRefused(
        command("run", "--on", "slurm", "--threads", "2"),
        "ask for these, as --sbatch=--cpus-per-task=4");

    shard("1/1");
    assertRefused(command("gather", to, "--seed", "7"), "is the checkpoint of another run");
    assertRefused(shard("1/1", "--seed", "7"), "is the checkpoint of another run", "--restart");
    assertThat(shard("1/1", "--seed", "7", "--restart").status()).isEqualTo(ExitCode.OK);
  }
}
