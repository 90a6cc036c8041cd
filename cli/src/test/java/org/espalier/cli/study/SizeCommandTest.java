package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

final class SizeCommandTest {
  @TempDir private Path directory;

  @BeforeEach
  void writeSystem() throws IOException {
    Files.writeString(
        directory.resolve("samples.csv"),
        "task_type,machine_type,execution_time_s\na,m,0.1\nb,m,0.2\n");
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: s
        tick: 1 ms
        pet: {samples: samples.csv}
        machines: [{type: m, count: 1}]
        """);
  }

  private Path study(String axes) throws IOException {
    return Files.writeString(
        directory.resolve("study.yaml"),
        """
        name: small
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload:
          pattern: poisson
          tasks: 400
          types: {a: {rate: 2/s, deadline: 1 s}, b: {rate: 1/s, deadline: 1 s}}
        axes: {%s}
        """
            .formatted(axes));
  }

  /** The share on time of a run, by the table of its results. */
  private double onTime(Path study, String load) throws IOException {
    Path out = directory.resolve("out" + load);
    CommandRun run = CommandRun.of("run", study, "--set", "load=" + load, "--out", out);
    assertThat(run.status()).as(run.err()).isZero();
    String[] rows = Files.readString(out.resolve("summary.csv")).split("\n");
    int column = List.of(rows[0].split(",")).indexOf("robustness");
    return Double.parseDouble(rows[1].split(",")[column]);
  }

  @Test
  void theLoadThatIsToldIsTheGreatest() throws IOException {
    Path study = study("policy: [MM]");
    CommandRun run = CommandRun.of("size", study, "--at-least", "90%");
    assertThat(run.status()).as(run.err()).isZero();
    String row = run.out().lines().filter(line -> line.startsWith("MM ")).findFirst().orElseThrow();
    double load = Double.parseDouble(row.split(" +")[1]);

    assertThat(run.out()).contains("load 1 is load=1.");
    assertThat(onTime(study, Double.toString(load * 0.99))).isGreaterThanOrEqualTo(88);
    assertThat(onTime(study, Double.toString(load * 1.02))).isLessThan(92);
    assertThat(Double.parseDouble(row.split(" +")[4])).isBetween(2.7 * load, 3.3 * load);
  }

  @Test
  void whatItCannotSearchIsSaid() throws IOException {
    CommandRun axes =
        CommandRun.of("size", study("policy: [MM], queue_capacity: [2, 3], machines.m: [1, 2]"));
    CommandRun share = CommandRun.of("size", study("policy: [MM]"), "--at-least", "often");

    assertThat(axes.status()).isEqualTo(ExitCode.USAGE);
    assertThat(axes.err())
        .contains("queue_capacity: has several values", "choose one with --set machines.m=VALUE");
    assertThat(share.err()).contains("--at-least is often; expected a share above 0");
  }

  /** Two machine types of one speed: the cheaper one is bought, as few as will do. */
  @Test
  void theCheapestFleetIsFoundAndWritten() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: s
        tick: 1 ms
        pet: {samples: samples.csv}
        machine_types: [{name: m, price_per_hour: 0.5}, {name: dear, like: m, price_per_hour: 0.6}]
        machines: [{type: m, count: 1}]
        """);
    Path study = study("policy: [MM]");
    Path out = directory.resolve("fleets");
    CommandRun run =
        CommandRun.of(
            "size", study, "--find", "fleet", "--at-least", "90%", "--load", "4,1", "--out", out);
    assertThat(run.status()).as(run.err()).isZero();
    List<String> rows = Files.readAllLines(out.resolve("fleets.csv"));
    assertThat(rows.getFirst())
        .isEqualTo(
            "policy,load,machines.m,machines.dear,price_per_hour,robustness,robustness_ci95,trials,front,found");
    List<String> found = rows.stream().filter(row -> row.endsWith(",1")).toList();
    assertThat(found).hasSize(2);
    assertThat(found).allSatisfy(row -> assertThat(row.split(",")[3]).isEqualTo("0"));
    int machines = Integer.parseInt(found.get(1).split(",")[2]);
    assertThat(onTime(study, "4", machines)).isGreaterThanOrEqualTo(90);
    assertThat(onTime(study, "4", machines - 1)).isLessThan(90);
    assertThat(out.resolve("report.html")).content().contains("m: " + machines, "\"fleets\"");

    CommandRun best =
        CommandRun.of("size", study, "--find", "fleet", "--budget", "1.1", "--out", out, "--force");
    assertThat(best.status()).as(best.err()).isZero();
    assertThat(Files.readAllLines(out.resolve("fleets.csv")))
        .filteredOn(row -> row.endsWith(",1"))
        .allSatisfy(row -> assertThat(Double.parseDouble(row.split(",")[4])).isLessThan(1.11));
    CommandRun both = CommandRun.of("size", study, "--budget", "1");
    assertThat(both.err()).contains("--load, --budget and --out are for --find fleet");
  }

  private double onTime(Path study, String load, int machines) throws IOException {
    Path out = directory.resolve("out" + load + "-" + machines);
    CommandRun run =
        CommandRun.of(
            "run", study, "--set", "load=" + load, "--set", "machines.m=" + machines, "--out", out);
    assertThat(run.status()).as(run.err()).isZero();
    String[] rows = Files.readString(out.resolve("summary.csv")).split("\n");
    int column = List.of(rows[0].split(",")).indexOf("robustness");
    return Double.parseDouble(rows[1].split(",")[column]);
  }

  /** What machines cost that are on as they are needed is not known before; the bound holds. */
  @Test
  void ofMachinesWithAScaleNoFleetIsSoughtAndTheBoundSaysWhatItLeavesOut() throws IOException {
    Path system = directory.resolve("system.yaml");
    Files.writeString(
        system,
        Files.readString(system)
            + "machine_types: [{name: m, price_per_hour: 1}]\nscale: {m: {min: 1}}\n");
    Path study = study("policy: [MM]");

    CommandRun fleet = CommandRun.of("size", study, "--find", "fleet");
    assertThat(fleet.status()).isEqualTo(ExitCode.USAGE);
    assertThat(fleet.err())
        .contains("system.yaml", "machine type m has a scale", "leave scale out");
    CommandRun bound = CommandRun.of("bound", study);
    assertThat(bound.status()).as(bound.err()).isZero();
    assertThat(bound.out()).contains("off at times, which bounds leave out: they hold");
  }

  /** Three trials at once have no rate; a share of one trial has no interval. */
  @Test
  void whatIsNotKnownIsNoNumber() throws IOException {
    Path study = study("policy: [MM]");
    CommandRun few =
        CommandRun.of("size", study, "--set", "tasks=40", "--set", "leave_out_first=40");
    assertThat(few.status()).isEqualTo(ExitCode.USAGE);
    Path system = directory.resolve("system.yaml");
    Files.writeString(
        system, Files.readString(system) + "machine_types: [{name: m, price_per_hour: 12345.5}]\n");
    Path out = directory.resolve("one");
    CommandRun one =
        CommandRun.of(
            "size",
            study,
            "--set",
            "trials=1",
            "--find",
            "fleet",
            "--at-least",
            "99.999%",
            "--out",
            out);

    assertThat(one.status()).as(one.err()).isZero();
    assertThat(one.out())
        .containsPattern("m: \\d at [0-9.]+ an hour, with 100\\.00 % on time; ")
        .contains("fleet with which 99.999 % of the tasks are on time");
  }

  /** At half the load half of the tasks come, which are all left out. */
  @Test
  void aLoadAtWhichNoTaskIsCountedIsTold() throws IOException {
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: short
            trials: 2
            leave_out_first: 40
            leave_out_last: 0
            system: system.yaml
            workload: {pattern: poisson, duration: 60 s, types: {b: {rate: 1/s, deadline: 250 ms}}}
            axes: {policy: [MM]}
            """);

    CommandRun run = CommandRun.of("size", study, "--at-least", "99.9%");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("in 2 of 2 trials no task is counted; give more tasks");
  }

  /** Recorded times are ten times shorter than those that the bound would be of. */
  @Test
  void noBoundOfOtherTimesRulesFleetsOut() throws IOException {
    Path system = directory.resolve("system.yaml");
    Files.writeString(
        system, Files.readString(system) + "machine_types: [{name: m, price_per_hour: 1}]\n");
    StringBuilder log = new StringBuilder("task_type,arrival_s,deadline_s,execution_time_s\n");
    for (int i = 0; i < 300; i++) {
      log.append(String.format(Locale.ROOT, "a,%.2f,%.2f,0.01\n", i * 0.05, i * 0.05 + 0.2));
    }
    Files.writeString(directory.resolve("log.csv"), log);
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: recorded
            trials: 1
            leave_out_first: 0
            leave_out_last: 0
            system: system.yaml
            workload: {files: log.csv, execution_times: recorded}
            axes: {policy: [FCFS]}
            """);

    CommandRun run =
        CommandRun.of("size", study, "--find", "fleet", "--out", directory.resolve("fleets"));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("FCFS, load 1: m: 1 at 1 an hour, with 100.00 % on time");
  }
}
