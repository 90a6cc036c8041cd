package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Studies that ask what other systems and more load would do. */
final class WhatIfStudyTest {
  private static final int TASKS = 240;

  @TempDir Path directory;

  private Path study = Path.of("");

  @BeforeEach
  void write() throws IOException {
    system("small.yaml", 2);
    system("large.yaml", 4);
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 ms, step 100
        task_type,machine_type,time_s,mass
        short,node,1,0.5
        short,node,3,0.5
        long,node,4,0.6
        long,node,12,0.4
        """);
    StringBuilder tasks = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int i = 0; i < TASKS; i++) {
      tasks.append(
          String.format(
              Locale.ROOT,
              "%s,%.3f,%.3f%n",
              i % 3 == 0 ? "long" : "short",
              i * 1.3,
              i * 1.3 + (i % 3 == 0 ? 20 : 8)));
    }
    Files.writeString(directory.resolve("tasks.csv"), tasks);
    study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        trials: 3
        leave_out_first: 0
        leave_out_last: 0
        system: small.yaml
        workload: {files: tasks.csv}
        axes: {policy: [MM, PAM]}
        """);
  }

  private void system(String name, int nodes) throws IOException {
    Files.writeString(
        directory.resolve(name),
        """
        name: cluster
        tick: 1 ms
        machine_types:
          - {name: node}
          - {name: old, like: node, factor: 1.5}
        machines:
          - {type: node, count: %d}
          - {type: old, count: 1}
        pet: times.pet.csv
        """
            .formatted(nodes));
  }

  private Path run(String name, Object... more) {
    Path out = directory.resolve(name);
    List<Object> args = new java.util.ArrayList<>(List.of("run", study, "--out", out));
    args.addAll(List.of(more));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }

  /** The rows of trials whose fields begin so, without these. */
  private static List<String> trials(Path results, String beginning) throws IOException {
    return Files.readAllLines(results.resolve("trials.csv")).stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .toList();
  }

  @Test
  void systemsOfAnAxisGiveWhatEachGives() throws IOException {
    Path both =
        run(
            "both",
            "--set",
            "system=%s,%s"
                .formatted(directory.resolve("small.yaml"), directory.resolve("large.yaml")));
    Path large = run("large", "--set", "system=" + directory.resolve("large.yaml"));

    assertThat(trials(both, "PAM,small,")).hasSize(3).isEqualTo(trials(run("small"), "PAM,"));
    assertThat(trials(both, "PAM,large,")).hasSize(3).isEqualTo(trials(large, "PAM,"));
    CommandRun again =
        CommandRun.of(
            "run", both.resolve("study.resolved.yaml"), "--out", directory.resolve("again"));
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(directory.resolve("again/trials.csv"))
        .hasSameTextualContentAs(both.resolve("trials.csv"));
    CommandRun paired = CommandRun.of("compare", both, "--baseline", "small");
    assertThat(paired.out()).contains("taken trial by trial").doesNotContain("unpaired");
    assertThat(paired.lines()).filteredOn(line -> line.contains("large")).hasSize(2);
    CommandRun told =
        CommandRun.of("explain", both, "--scenario", "MM, large", "--trial", "1", "--task", "7");
    assertThat(told.status()).as(told.err()).isZero();
  }

  @Test
  void systemsOfAStudyHaveNames() throws IOException {
    Files.writeString(
        study,
        Files.readString(study)
            .replace("system: small.yaml\n", "")
            .replace(
                "[MM, PAM]}", "[MM, PAM], system: [small.yaml, {name: plan, file: large.yaml}]}"));

    assertThat(trials(run("named"), "MM,plan,")).hasSize(3);
    Files.writeString(
        study,
        Files.readString(study).replace("name: plan, file: large", "name: small, file: large"));
    assertThat(CommandRun.of("check", study).out() + CommandRun.of("check", study).err())
        .contains("two systems of the axis are called small");
  }

  @Test
  void systemsThatCannotShareAWorkloadAreRefused() throws IOException {
    Path other = directory.resolve("other.yaml");
    Files.writeString(
        other, Files.readString(directory.resolve("large.yaml")) + "task_types: [short]\n");
    CommandRun run =
        CommandRun.of(
            "run",
            study,
            "--set",
            "system=%s,%s".formatted(directory.resolve("small.yaml"), other));

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("systems small and other do not have the same task types");
  }

  @Test
  void machinesAreAsManyAsIfTheFileHadThem() throws IOException {
    Path counts = run("counts", "--set", "machines.node=2..4/2");
    Path large = run("large", "--set", "system=" + directory.resolve("large.yaml"));
    Path one = run("one", "--set", "machines.node=4", "--set", "machines.old=1");

    assertThat(trials(counts, "PAM,4,")).hasSize(3).isEqualTo(trials(large, "PAM,"));
    assertThat(trials(counts, "PAM,2,")).isNotEqualTo(trials(large, "PAM,"));
    assertThat(trials(one, "PAM,")).isEqualTo(trials(large, "PAM,"));
    assertThat(one.resolve("study.resolved.yaml")).content().contains("machines:", "node: 4");
    assertThat(counts.resolve("report.html"))
        .content()
        .contains("Robustness over machines of type node");
    assertThat(CommandRun.of("compare", counts, "--baseline", "2").out())
        .contains("taken trial by trial")
        .doesNotContain("unpaired");
  }

  @Test
  void aStudySetsNumbersOfMachines() throws IOException {
    Path large = run("large", "--set", "system=" + directory.resolve("large.yaml"));
    Files.writeString(study, Files.readString(study) + "machines: {node: 4, old: 1}\n");

    assertThat(trials(run("set"), "PAM,")).isEqualTo(trials(large, "PAM,"));
    assertThat(trials(run("above", "--set", "machines.node=2"), "PAM,"))
        .isNotEqualTo(trials(large, "PAM,"));
    CommandRun checked = CommandRun.of("check", study);
    assertThat(checked.status()).as(checked.out()).isZero();
    assertThat(checked.out()).contains("study study: 2 scenarios");
    Files.writeString(
        study, Files.readString(study).replace("[MM, PAM]}", "[MM, PAM], machines.node: [2, 4]}"));
    assertThat(CommandRun.of("run", study).err()).contains("machines.node", "is also an axis");
  }

  @Test
  void numbersOfMachinesThatCannotBeAreRefused() {
    CommandRun unknown = CommandRun.of("run", study, "--set", "machines.nod=3");
    CommandRun none =
        CommandRun.of("run", study, "--set", "machines.node=0", "--set", "machines.old=0");

    assertThat(unknown.status()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err())
        .startsWith("--set machines.nod=3: machines.nod: system")
        .contains("has no machine type nod", "node");
    assertThat(CommandRun.of("run", study, "--set", "machines.nod=2,3").err())
        .startsWith("--set machines.nod=2,3: machines.nod: system");
    assertThat(none.status()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err())
        .startsWith("--set machines.node=0: machines.node: ")
        .contains("cannot be with node: 0, old: 0: it has 0 machines");
    assertThat(CommandRun.of("run", study, "--set", "machines.node=-1").err())
        .contains("machines.node", "expected a whole number from 0");
  }

  @Test
  void aLoadBringsTheSameTasksSooner() throws IOException {
    StringBuilder faster = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int i = 0; i < TASKS; i++) {
      double arrival = Math.round(i * 1300 / 1.3) / 1e3;
      faster.append(
          String.format(
              Locale.ROOT,
              "%s,%.3f,%.3f%n",
              i % 3 == 0 ? "long" : "short",
              arrival,
              arrival + (i % 3 == 0 ? 20 : 8)));
    }
    Path loads = run("loads", "--set", "load=1,1.3");
    Path plain = run("plain");
    Files.writeString(directory.resolve("tasks.csv"), faster);

    assertThat(trials(loads, "PAM,1,")).hasSize(3).isEqualTo(trials(plain, "PAM,"));
    assertThat(trials(loads, "PAM,1.3,")).hasSize(3).isEqualTo(trials(run("faster"), "PAM,"));
    CommandRun compared = CommandRun.of("compare", loads, "--baseline", "1");
    assertThat(compared.lines()).filteredOn(line -> line.endsWith(" unpaired")).hasSize(2);
    assertThat(compared.err()).contains("load is 1.3 and 1");
  }

  @Test
  void generatedWorkloadsHaveNoLoad() throws IOException {
    Files.writeString(study, Files.readString(study).replace("{files: tasks.csv}", "{tasks: 50}"));
    CommandRun run = CommandRun.of("run", study, "--set", "load=1.3");

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--set load=").contains("has no effect on generated workloads");
  }
}
