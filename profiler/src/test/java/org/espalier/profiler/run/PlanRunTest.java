package org.espalier.profiler.run;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestJvm;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of real processes on this machine. */
@Sampled(0.25)
class PlanRunTest {
  private static final String PAIR =
      """
      name: pair
      measure: [time]
      settle: 20 ms
      runs: {least: 3, most: 3}
      applications:
        - {name: nap, command: [sleep, "0.05"]}
        - {name: count, command: "seq 20000 > /dev/null"}
      colocation: [[nap, count]]
      """;

  /** How often a plan is killed. */
  private static final int KILLS = TestSample.isFull() ? 5 : 2;

  @TempDir private Path directory;
  private Path working;

  @BeforeEach
  void setWorking() {
    working = directory.resolve("pair.measuring");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("plan.yaml"), text);
  }

  private PlanResults measure(String text) throws Exception {
    return PlanCall.measure(file(text), working, new Stop(), PlanProgress.NONE);
  }

  private static Map<String, Long> counts(PlanResults results) {
    return results.runs().stream()
        .collect(
            Collectors.groupingBy(
                run -> run.cell().taskType() + " beside " + run.cell().corunners(),
                Collectors.counting()));
  }

  @Test
  void measuresEachCellAsOftenAsTheRuleSays() throws Exception {
    PlanResults results = measure(PAIR);
    assertThat(results.isComplete()).isTrue();
    assertThat(counts(results))
        .isEqualTo(
            Map.of(
                "nap beside []", 3L,
                "count beside []", 3L,
                "nap beside [count]", 3L,
                "count beside [nap]", 3L));
    assertThat(results.runs())
        .filteredOn(run -> run.cell().taskType().equals("nap"))
        .allMatch(run -> run.seconds() >= 0.05 && run.seconds() < 5);
  }

  @Test
  void anApplicationBesideItselfHasFilesOfItsOwn() throws Exception {
    PlanResults results =
        measure(
            """
            name: pair
            measure: [time]
            settle: 50 ms
            warm_up: 0
            runs: {least: 1, most: 1}
            applications:
              - name: mark
                command: >-
                  cd %s; echo {copy} >> mark-{copy};
                  for i in $(seq 200); do [ -s mark-0 ] && [ -s mark-1 ] && break; sleep 0.01; done
            colocation: [[mark, mark]]
            """
                .formatted(directory));
    assertThat(results.isComplete()).isTrue();
    // A co-runner is started again until the measured one ends, so each file may have more lines.
    assertThat(Files.readAllLines(directory.resolve("mark-0"))).isNotEmpty().containsOnly("0");
    assertThat(Files.readAllLines(directory.resolve("mark-1"))).isNotEmpty().containsOnly("1");
  }

  @Test
  void theOrderDependsOnTheSeed() throws Exception {
    String once = PAIR.replace("least: 3, most: 3", "least: 1, most: 1");
    List<String> first = order(once);
    assertThat(order(once)).isEqualTo(first);
    boolean differs = false;
    for (int seed = 2; seed < 5 && !differs; seed++) {
      differs = !order(once + "seed: " + seed + "\n").equals(first);
    }
    assertThat(differs).isTrue();
  }

  private List<String> order(String text) throws Exception {
    PlanJournal.forget(working);
    return measure(text).runs().stream()
        .map(run -> run.cell().taskType() + run.cell().corunners())
        .toList();
  }

  @Test
  void corunnersRunUntilTheMeasuredOneEnds() throws Exception {
    PlanResults results =
        measure(
            """
            name: pair
            measure: [time]
            settle: 10 ms
            warm_up: 0
            runs: {least: 1, most: 1}
            applications:
              - {name: nap, command: [sleep, "0.5"]}
              - {name: tick, command: "echo tick >> %s/ticks; sleep 0.02"}
            colocation: [{measured: [nap], beside: [tick]}]
            """
                .formatted(directory));
    assertThat(results.isComplete()).isTrue();
    List<String> ticks = Files.readAllLines(directory.resolve("ticks"));
    assertThat(ticks).hasSizeGreaterThan(3);
    Thread.sleep(100);
    assertThat(Files.readAllLines(directory.resolve("ticks"))).hasSameSizeAs(ticks);
  }

  @Test
  void aSetRunsToCompletionAndItsMembersAlone() throws Exception {
    PlanResults results =
        measure(
            """
            name: pair
            settle: 10 ms
            warm_up: 0
            runs: {least: 2, most: 2}
            applications:
              - {name: long, command: [sleep, "0.9"]}
              - {name: short, command: [sleep, "0.3"]}
            colocation: [[long, short]]
            machines: [{name: here, power_command: echo 50, power_interval: 100 ms}]
            """);
    assertThat(results.isComplete()).isTrue();
    assertThat(results.sets())
        .hasSize(2)
        .allMatch(set -> set.cell().members().equals(List.of("long", "short")))
        .allMatch(set -> set.seconds() >= 0.9 && set.seconds() < 8);
    assertThat(results.runs())
        .filteredOn(run -> run.cell().isAlone() && run.cell().taskType().equals("short"))
        .hasSize(2)
        .allMatch(run -> run.seconds() >= 0.3);
    // 50 W all the time; starting and stopping the meter takes a moment
    assertThat(results.rows())
        .filteredOn(row -> !row.counts().simulated())
        .allMatch(row -> row.energyJoules().orElseThrow() >= 0.95 * 50 * row.seconds())
        .allMatch(row -> row.energyJoules().orElseThrow() <= 50 * (row.seconds() + 1));
  }

  @Test
  void aPredictionMeasuresEachBesidePressureAndTheReferenceBesideEach() throws Exception {
    PlanResults results =
        measure(
            """
            name: pair
            measure: [time]
            settle: 10 ms
            warm_up: 0
            runs: {least: 1, most: 1}
            applications:
              - {name: nap, command: [sleep, "0.05"]}
              - {name: count, command: "seq 20000 > /dev/null"}
            prediction:
              reference: nap
              pressure: {name: press, command: [sleep, "60"], sizes: [1 MiB, 4 MiB]}
            """);
    assertThat(results.isComplete()).isTrue();
    assertThat(counts(results))
        .isEqualTo(
            Map.of(
                "nap beside []", 1L,
                "count beside []", 1L,
                "nap beside [press-1MiB]", 1L,
                "nap beside [press-4MiB]", 1L,
                "count beside [press-1MiB]", 1L,
                "count beside [press-4MiB]", 1L,
                "nap beside [count]", 1L,
                "nap beside [nap]", 1L));
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").equals("sleep 60"));
  }

  @Test
  void aRunThatFailsEndsThePlanAndKeepsTheRunsBefore() throws Exception {
    String plan =
        """
        name: flaky
        measure: [time]
        warm_up: 0
        runs: {least: 9, most: 9}
        applications:
          - name: flaky
            command: |
              echo x >> %1$s/calls
              echo spilt milk
              [ -e %1$s/mended ] || test $(wc -l < %1$s/calls) -lt 5
        """
            .formatted(directory);
    assertThatThrownBy(() -> measure(plan))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("run 5 of flaky on this-machine ended with exit code 1")
        .hasMessageContaining("spilt milk");
    Files.createFile(directory.resolve("mended"));
    PlanResults results = measure(plan);
    assertThat(results.isComplete()).isTrue();
    assertThat(results.runs()).hasSize(9);
    assertThat(Files.readAllLines(directory.resolve("calls"))).hasSize(10);
  }

  @Test
  void refusesWhatTheCheckRefusesOrNeverEndsOrFailsBeside() throws Exception {
    assertThatThrownBy(() -> measure(application("command: [echo, wrong], output_contains: right")))
        .hasMessageContaining("does not contain \"right\"")
        .hasMessageContaining("wrong");
    PlanJournal.forget(working);
    assertThatThrownBy(() -> measure(application("command: [echo, a], check: exit 3")))
        .hasMessageContaining("the check of warm-up run 1 of a")
        .hasMessageContaining("exit code 3");
    PlanJournal.forget(working);
    assertThatThrownBy(() -> measure(application("command: [sleep, '60'], limit: 200 ms")))
        .hasMessageContaining("killed at its time limit");
    PlanJournal.forget(working);
    String beside =
        """
        name: p
        measure: [time]
        warm_up: 0
        runs: {least: 1, most: 1}
        applications:
          - {name: a, command: [sleep, '1']}
          - {name: b, command: "sleep 0.05; exit 7"}
        colocation: [{measured: [a], beside: [b]}]
        """;
    assertThatThrownBy(() -> measure(beside)).hasMessageContaining("exit code 7");
  }

  private static String application(String rest) {
    return "name: p\nmeasure: [time]\napplications: [{name: a, %s}]\n".formatted(rest);
  }

  @Test
  void whatTheMachineCannotDoIsToldAtOnceBeforeAnythingRuns() throws Exception {
    String members = "nap, ".repeat(500) + "nap";
    String plan =
        """
        name: p
        applications:
          - {name: nap, command: "touch %s/ran; sleep 0.01"}
          - {name: none, command: [no-such-program]}
          - {name: line, command: "no-such-line --now"}
        machines:
          - {name: a, cores: [999]}
          - {name: b, energy: rapl}
        colocation: [[%s]]
        """
            .formatted(directory, members);
    assertThatThrownBy(() -> measure(plan))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no such command on a")
        .hasMessageContaining("no-such-program")
        .hasMessageContaining("no-such-line")
        .hasMessageContaining("has no such cores")
        .hasMessageContaining("501 applications on 1 cores each do not fit");
    assertThat(directory.resolve("ran")).doesNotExist();
    assertThat(working).doesNotExist();
  }

  @Test
  void theJournalOfAnotherPlanIsRefused() throws Exception {
    measure(PAIR);
    assertThatThrownBy(() -> measure(PAIR + "seed: 7\n"))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("--restart");
  }

  @Test
  void twoPlansOnTheSameCoresAreRefused() throws Exception {
    try (FileChannel held =
            FileChannel.open(
                directory.resolve("espalier-profile-core-0.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var lock = held.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(() -> measure(PAIR))
          .isInstanceOf(MeasuringFailedException.class)
          .hasMessageContaining("another plan measures on cores [0]");
    }
    assertThat(measure(PAIR).isComplete()).isTrue();
  }

  @Test
  void whatWasStoppedGoesOnWithoutMeasuringAgain() throws Exception {
    Stop stop = new Stop();
    PlanProgress stopping =
        new PlanProgress() {
          @Override
          public void measured(Cell cell, Standing standing, Optional<Duration> left) {
            assertThat(left).isPresent();
            if (standing.runs() == 5) {
              stop.request();
            }
          }
        };
    PlanResults part = PlanCall.measure(file(PAIR), working, stop, stopping);
    assertThat(part.isComplete()).isFalse();
    assertThat(part.runs()).hasSize(5);
    PlanResults whole = measure(PAIR);
    assertThat(whole.isComplete()).isTrue();
    assertThat(whole.runs()).hasSize(12);
    assertThat(whole.runs().subList(0, 5))
        .extracting(MeasuredRun::startedMillis)
        .containsExactlyElementsOf(part.runs().stream().map(MeasuredRun::startedMillis).toList());
  }

  /** Killed at random moments until it ends by itself. */
  @Test
  void survivesKill9() throws Exception {
    String mark = "0.0731" + ProcessHandle.current().pid();
    Path plan =
        file(
            PAIR.replace("\"0.05\"", '"' + mark + '"')
                .replace("least: 3, most: 3", "least: 8, most: 8"));
    Random random = new Random(1);
    List<String> kept = List.of();
    for (int kills = 0; kills < KILLS; kills++) {
      Process process = start(plan);
      int before = rows().size();
      await().atMost(60, SECONDS).until(() -> !process.isAlive() || rows().size() > before);
      Thread.sleep(random.nextInt(300));
      process.destroyForcibly().waitFor();
      await().atMost(30, SECONDS).until(() -> !isRunning(mark));
      List<String> rows = rows();
      assertThat(rows.subList(0, kept.size())).isEqualTo(kept);
      kept = rows;
    }
    PlanResults results = PlanCall.measure(plan, working, new Stop(), PlanProgress.NONE);
    assertThat(results.isComplete()).isTrue();
    assertThat(rows().subList(0, kept.size())).isEqualTo(kept);
    assertThat(counts(results).values()).containsOnly(8L);
    assertThat(isRunning(mark)).isFalse();
  }

  private Process start(Path plan) throws IOException {
    List<String> command =
        TestJvm.of("--enable-native-access=ALL-UNNAMED")
            .command(PlanCall.class.getName(), plan.toString(), working.toString());
    return new ProcessBuilder(command).inheritIO().start();
  }

  /** The whole lines of the journal. */
  private List<String> rows() throws IOException {
    Path runs = working.resolve("runs.csv");
    if (!Files.exists(runs)) {
      return List.of();
    }
    String text = Files.readString(runs);
    return new ArrayList<>(text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
  }

  private static boolean isRunning(String mark) {
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes.anyMatch(
          process -> process.info().arguments().map(List::of).orElse(List.of()).contains(mark));
    }
  }
}
