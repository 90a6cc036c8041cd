package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.profiler.host.RunRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a perf of the test, which counts what it is told to. */
class PerfProbeTest {
  /**
   * Counts the events in $SUPPORTED; says "not supported" of those in $HIDDEN; fails on others. It
   * runs the command, and writes to a file if it is told one.
   */
  private static final String PERF =
      """
      shift
      out=/dev/stderr
      while [ "$1" != -- ]; do
        case $1 in
          -e) events=$2; shift ;;
          -o) out=$2; shift ;;
        esac
        shift
      done
      shift
      [ "$LC_ALL" = C ] || [ "$out" != /dev/stderr ] || exit 9
      for event in $(echo "$events" | tr , ' '); do
        case " $SUPPORTED $HIDDEN " in
          *" $event "*) ;;
          *) echo "event syntax error: '$event'" >&2; exit 129 ;;
        esac
      done
      "$@"
      for event in $(echo "$events" | tr , ' '); do
        case " $SUPPORTED " in
          *" $event "*) echo "1000;;$event;5;100.00;;" ;;
          *) echo "<not supported>;;$event;0;100.00;;" ;;
        esac
      done > "$out"
      """;

  private static final String TIMES = "task-clock duration_time user_time system_time ";

  @TempDir Path directory;
  private FakeHost host;

  @BeforeEach
  void makeHost() {
    host = new FakeHost(directory);
    FakeMachines.cpuInfo(host, "GenuineIntel", 2, "");
  }

  @Test
  void takesTheEventsOfTheLastLevel() throws Exception {
    perf(TIMES + "instructions LLC-load-misses LLC-store-misses cache-misses", "");

    Probed<Counters> found = PerfProbe.find(host);

    assertThat(found.capability())
        .isEqualTo(
            Capability.available(
                "instructions and last-level cache misses",
                "perf events instructions, LLC-load-misses, LLC-store-misses"));
    assertThat(found.instrument().orElseThrow().around(List.of("a"), "f"))
        .contains(
            "duration_time,user_time,system_time,instructions,LLC-load-misses,LLC-store-misses");
  }

  @Test
  void countsACommand() throws Exception {
    perf(TIMES + "instructions cache-misses", "LLC-load-misses LLC-store-misses");
    Counters counters = PerfProbe.find(host).instrument().orElseThrow();
    String file = directory.resolve("counts").toString();

    List<String> command = List.of("sh", "-c", "exit 0");
    assertThat(host.run(RunRequest.of(counters.around(command, file))).succeeded()).isTrue();

    Counters.Counted counted = counters.read(host.read(file).orElseThrow());
    assertThat(counted.counts().instructions()).hasValue(1000);
    assertThat(counted.counts().llcMisses()).hasValue(1000);
    assertThat(counted.seconds()).hasValue(1e-6);
  }

  /** An old perf does not know the times of processors, and fails on their names. */
  @Test
  void unknownNamesAreLeftOut() throws Exception {
    perf("task-clock duration_time instructions LLC-load-misses", "cache-misses");

    Counters counters = PerfProbe.find(host).instrument().orElseThrow();

    assertThat(counters.around(List.of("a"), "f"))
        .contains("duration_time,instructions,LLC-load-misses");
  }

  @Test
  void otherProcessorsCountMissesOfAnotherLevel() throws Exception {
    FakeMachines.cpuInfo(host, "AuthenticAMD", 2, "");
    perf(TIMES + "instructions cache-misses", "LLC-load-misses LLC-store-misses");

    Probed<Counters> found = PerfProbe.find(host);

    assertThat(found.instrument()).isPresent();
    assertThat(found.capability().state()).isEqualTo(Capability.State.REPLACED);
    assertThat(found.capability().found()).contains("another level than the last");
  }

  @Test
  void withoutPermissionForTheKernelItCountsInUserMode() throws Exception {
    host.with("/proc/sys/kernel/perf_event_paranoid", "2");
    perf(
        TIMES + "task-clock:u instructions:u LLC-load-misses:u LLC-store-misses:u cache-misses:u",
        "instructions LLC-load-misses LLC-store-misses cache-misses");

    Probed<Counters> found = PerfProbe.find(host);

    assertThat(found.instrument().orElseThrow().around(List.of("a"), "f"))
        .contains(
            "duration_time,user_time,system_time,"
                + "instructions:u,LLC-load-misses:u,LLC-store-misses:u");
    assertThat(found.capability().state()).isEqualTo(Capability.State.REPLACED);
    assertThat(found.capability().remedy())
        .isEqualTo("run as root, or sysctl kernel.perf_event_paranoid=1 (it is 2 now)");
  }

  @Test
  void saysThatAVirtualMachineHidesCounters() throws Exception {
    FakeMachines.cpuInfo(host, "GenuineIntel", 2, "hypervisor");
    perf(TIMES, "instructions LLC-load-misses LLC-store-misses cache-misses");

    Probed<Counters> found = PerfProbe.find(host);

    assertThat(found.instrument()).isEmpty();
    assertThat(found.capability().state()).isEqualTo(Capability.State.MISSING);
    assertThat(found.capability().found()).contains("not supported");
    assertThat(found.capability().remedy()).contains("virtual machine");
  }

  @Test
  void saysThatPermissionIsMissing() throws Exception {
    host.withProgram(
        "perf",
        """
        echo 'Error:' >&2
        echo 'Access to performance monitoring and observability operations is limited.' >&2
        exit 255
        """);

    Probed<Counters> found = PerfProbe.find(host);

    assertThat(found.instrument()).isEmpty();
    assertThat(found.capability().found()).isEqualTo("perf fails: no permission");
    assertThat(found.capability().remedy()).contains("sysctl kernel.perf_event_paranoid=1");
  }

  @Test
  void saysWhichPackageHasPerf() throws Exception {
    assertThat(PerfProbe.find(host).capability().remedy()).contains("linux-perf");

    host.withProgram("perf", "echo 'WARNING: perf not found for kernel 6.1' >&2; exit 2");
    assertThat(PerfProbe.find(host).capability())
        .isEqualTo(
            Capability.missing(
                "instructions and last-level cache misses",
                "perf fails: WARNING: perf not found for kernel 6.1",
                PerfProbe.INSTALL + "; it has to fit the kernel"));
  }

  private void perf(String supported, String hidden) {
    host.withProgram("perf", "SUPPORTED='%s'; HIDDEN='%s'\n%s".formatted(supported, hidden, PERF));
  }
}
