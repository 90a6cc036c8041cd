package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From commands and a machine to a service that executes them: nothing is written by hand. */
@Timeout(300)
class ProfileToServiceTest {
  private static final List<Integer> LINES = List.of(2_000, 20_000, 60_000);
  private static final List<String> TASK_TYPES =
      List.of("sort-2000", "sort-20000", "sort-60000", "sum-2000", "sum-20000", "sum-60000");

  @TempDir private Path directory;

  private Path file(String name) {
    return directory.resolve(name);
  }

  private static CommandRun good(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.status()).as(run.err() + run.out()).isZero();
    return run;
  }

  private void writeNumbers() throws IOException {
    for (int lines : LINES) {
      String text =
          IntStream.range(0, lines)
              .mapToObj(i -> Long.toString(i * 7_919L % 1_000_003))
              .collect(Collectors.joining("\n", "", "\n"));
      Files.writeString(file("numbers-%d".formatted(lines)), text);
    }
  }

  private Path plan() throws IOException {
    return Files.writeString(
        file("plan.yaml"),
        """
        name: two-machines
        measure: [time]
        runs: {least: 9, most: 9}
        applications:
          - name: sort
            parameters: {lines: [2000, 20000, 60000]}
            command: [sort, --numeric-sort, "numbers-{lines}"]
            directory: .
          - name: sum
            parameters: {lines: [2000, 20000, 60000]}
            command: [sha512sum, "numbers-{lines}"]
            directory: .
            output_contains: numbers
        machines:
          - {name: all-cores, cores: all}
          - {name: one-nice-core, cores: [0], niceness: 10}
        """);
  }

  private Path study() throws IOException {
    return Files.writeString(
        file("study.yaml"),
        """
        name: measured
        trials: 2
        leave_out_first: 5
        leave_out_last: 5
        system: system.yaml
        workload: {tasks: 100, arrival_intensity: 5k, period: 10 s}
        axes: {policy: [PAM, MM]}
        """);
  }

  private Path live() throws IOException {
    StringBuilder yaml =
        new StringBuilder("system: system.yaml\npolicy: MM\nhttp: {port: 0}\ntask_types:\n");
    for (String taskType : TASK_TYPES) {
      String[] parts = taskType.split("-");
      String program = parts[0].equals("sort") ? "sort, --numeric-sort" : "sha512sum";
      yaml.append("  %s: {command: [%s, numbers-%s]}\n".formatted(taskType, program, parts[1]));
    }
    yaml.append("machines:\n  one-nice-core: {cpus: \"0\", nice: 10}\n");
    return Files.writeString(file("live.yaml"), yaml.toString());
  }

  @Test
  void commandsAreProfiledSimulatedAndServed() throws IOException {
    writeNumbers();
    CommandRun profiled =
        good("profile", plan(), "--out", file("results"), "--system", file("system.yaml"));
    assertThat(profiled.out()).contains("wrote " + file("system.yaml"));
    assertThat(file("results").resolve("report.html")).isNotEmptyFile();

    assertThat(good("check", file("system.yaml")).out())
        .contains("6 task types, 2 machine types, 2 machines");
    Path pet = file("by-hand.pet.csv");
    // On a fast machine a command of under two milliseconds would not bear the usual tick of one.
    good("pet", "build", file("results/samples.csv"), "--tick", "10 us", "-o", pet);
    assertThat(good("check", pet).out()).contains("6 task types");

    CommandRun run = good("run", study(), "--out", file("study-results"));
    assertThat(run.out()).contains("PAM", "MM");

    serveTenTasks();
  }

  private void serveTenTasks() throws IOException {
    Serving serving =
        new Serving(
            Optional.of(live()),
            Optional.of(file("data")),
            Optional.of(0),
            false,
            PolicyRegistry.builtIn());
    try (LiveServer server = serving.start(new PrintWriter(new StringWriter()))) {
      for (int i = 0; i < 10; i++) {
        String taskType = TASK_TYPES.get(i % TASK_TYPES.size());
        CommandRun submitted =
            CommandRun.at(server.address(), "submit", taskType, "--deadline", "in 2 min");
        assertThat(submitted.status()).as(submitted.err()).isZero();
      }
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(() ->
              assertThat(
                      CommandRun.at(server.address(), "status", "--state", "completed")
                          .out()
                          .lines()
                          .filter(line -> TASK_TYPES.stream().anyMatch(line::contains)))
                  .hasSize(10));
    }
  }
}
