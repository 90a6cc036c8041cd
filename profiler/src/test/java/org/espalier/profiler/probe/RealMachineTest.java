package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.profiler.host.ProcessHost;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.sample.Counts;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probes on the machine that runs the tests, whatever it has. */
@Sampled(0.5)
class RealMachineTest {
  @TempDir Path directory;

  @Test
  void everythingMissingIsExplained() throws Exception {
    Instruments found =
        InstrumentFinder.find(new ProcessHost(directory), InstrumentSettings.defaults());

    assertThat(found.capabilities())
        .allSatisfy(it -> {
          assertThat(it.found()).isNotBlank();
          assertThat(it.remedy().isEmpty()).isEqualTo(it.state() == Capability.State.AVAILABLE);
        });
    assertThat(found.topology().cores()).isNotEmpty();
    assertThat(found.topology().sharingGroups().stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(found.topology().cores());
    assertThat(found.machine()).containsKeys("processor", "cores", "kernel", "memory");
  }

  @Test
  void realPerfIsRead() throws Exception {
    ProcessHost host = new ProcessHost(directory);
    String file = directory.resolve("counts").toString();
    String loop = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
    RunOutcome outcome =
        host.run(
            RunRequest.of(
                List.of(
                    "perf",
                    "stat",
                    "-x",
                    ";",
                    "-o",
                    file,
                    "-e",
                    "duration_time,user_time,system_time,task-clock,page-faults",
                    "--",
                    "sh",
                    "-c",
                    loop)));
    assertThat(outcome.succeeded()).isTrue();

    String text = host.read(file).orElseThrow();
    List<PerfLine> lines = PerfLine.parse(text);
    assertThat(lines)
        .extracting(PerfLine::event)
        .containsExactly("duration_time", "user_time", "system_time", "task-clock", "page-faults");
    double taskClock = lines.get(3).value().orElseThrow();
    assertThat(taskClock).isBetween(0.001, 60.0);
    assertThat(lines.get(4).value().orElseThrow()).isGreaterThan(10);

    Counters.Counted counted = new PerfCounters("perf", List.of(), List.of(), "").read(text);
    assertThat(counted.seconds().orElseThrow()).isBetween(taskClock * 0.5, 60.0);
    assertThat(counted.userSeconds().orElseThrow() + counted.systemSeconds().orElseThrow())
        .isBetween(taskClock * 0.3, taskClock * 3 + 0.05);
    assertThat(counted.counts().instructions()).isEmpty();
  }

  @Test
  void realPerfIsReadInIntervals() throws Exception {
    ProcessHost host = new ProcessHost(directory);
    ProgramTrial trial =
        ProgramTrial.of(
            host,
            List.of(
                "perf",
                "stat",
                "-a",
                "-x",
                ";",
                "-I",
                "100",
                "-e",
                "task-clock",
                "--",
                "sleep",
                "0.35"));

    PerfJoules seen = PerfJoules.parse(trial.output());

    assertThat(seen.seconds()).isBetween(0.3, 5.0);
    assertThat(seen.between(0, seen.seconds()).orElseThrow())
        .isBetween(0.3, 5.0 * Runtime.getRuntime().availableProcessors());
  }

  @Test
  void cachegrindCountsAllProcesses() throws Exception {
    ProcessHost host = new ProcessHost(directory);
    Probed<Topology> topology = TopologyReader.find(host);
    CacheSimulation simulation =
        Cachegrind.find(host, topology.instrument().orElseThrow()).instrument().orElseThrow();

    Counts one = simulated(host, simulation, List.of("true"), 0);
    Counts three =
        simulated(host, simulation, List.of("sh", "-c", "/bin/true; /bin/true; exit 3"), 3);

    double instructions = one.instructions().orElseThrow();
    assertThat(instructions).isGreaterThan(10_000);
    assertThat(one.llcMisses().orElseThrow()).isBetween(100.0, instructions);
    assertThat(three.instructions().orElseThrow()).isGreaterThan(2 * instructions);
    assertThat(host.list(directory.toString())).noneMatch(name -> name.matches("sim.*\\..*"));
  }

  private Counts simulated(
      ProcessHost host, CacheSimulation simulation, List<String> command, int code)
      throws Exception {
    String file = directory.resolve("sim 100%p of " + code).toString();
    RunOutcome outcome = host.run(RunRequest.of(simulation.around(command, file)).keeping(1000));
    assertThat(outcome.output()).isEmpty();
    assertThat(outcome.code()).isEqualTo(code);
    return simulation.read(host.read(file).orElseThrow());
  }
}
