package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.profiler.host.EnergySource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentFinderTest {
  @TempDir Path directory;

  @Test
  void findsAllOfAWellEquippedMachine() throws Exception {
    Instruments found = InstrumentFinder.find(equipped(), PowerTest.from(EnergySource.RAPL));

    assertThat(found.counters()).isPresent();
    assertThat(found.energy().orElseThrow().describe()).isEqualTo("RAPL package-0");
    assertThat(found.frequencies()).isPresent();
    assertThat(found.cacheSimulation()).isEmpty();
    assertThat(found.capabilities())
        .filteredOn(it -> it.state() != Capability.State.AVAILABLE)
        .extracting(Capability::measures)
        .containsExactly("memory intensity by cache simulation");
  }

  @Test
  void describesTheMachineInOrder() throws Exception {
    Instruments found = InstrumentFinder.find(equipped(), InstrumentSettings.defaults());

    assertThat(found.machine())
        .containsExactly(
            entry("processor", "A GenuineIntel processor"),
            entry("cores", "2"),
            entry("physical cores", "2"),
            entry("cores that share a last-level cache", "[0, 1]"),
            entry("caches", "L1 48 KiB, L3 16.5 MiB"),
            entry("memory", "15.5 GiB"),
            entry("machine", "Maker 5000"),
            entry("frequency driver", "intel_pstate"),
            entry("governor", "powersave"),
            entry("least frequency", "0.80 GHz"),
            entry("greatest frequency", "3.40 GHz"),
            entry("turbo", "off"),
            entry("kernel", "6.1.0-1-amd64"),
            entry("system", "Debian GNU/Linux 12 (bookworm)"),
            entry("perf_event_paranoid", "1"),
            entry("perf", "perf version 6.1"));
  }

  @Test
  void saysWhatABareMachineLacks() throws Exception {
    Instruments found =
        InstrumentFinder.find(new FakeHost(directory), InstrumentSettings.defaults());

    assertThat(found.counters()).isEmpty();
    assertThat(found.energy()).isEmpty();
    assertThat(found.frequencies()).isEmpty();
    assertThat(found.capabilities())
        .filteredOn(it -> it.state() == Capability.State.MISSING)
        .hasSize(6)
        .allSatisfy(it -> assertThat(it.remedy()).isNotBlank());
  }

  private FakeHost equipped() {
    FakeHost host = FakeMachines.cpuInfo(new FakeHost(directory), "GenuineIntel", 2, "");
    AtomicLong energy = new AtomicLong();
    for (int core = 0; core < 2; core++) {
      FakeMachines.cpufreq(host, core, String.valueOf(core), 800_000, 3_400_000);
      FakeMachines.caches(
          host, core, List.of("0 1 Data 48K 12 " + core, "3 3 Unified 16896K 11 0-1"));
      String cpu = "%s/cpu%d/".formatted(TopologyReader.CPUS, core);
      host.with(cpu + "cpufreq/scaling_cur_freq", "3000000")
          .with(cpu + "thermal_throttle/core_throttle_count", "0");
    }
    return FakeMachines.rapl(host, "intel-rapl:0", "package-0", 1L << 38)
        .with("/sys/class/powercap/intel-rapl:0/energy_uj", () -> energy.incrementAndGet() + "")
        .with(TopologyReader.CPUS + "/online", "0-1")
        .with(TopologyReader.CPUS + "/intel_pstate/no_turbo", "1")
        .with("/proc/meminfo", "MemTotal:       16252928 kB\nMemFree: 1 kB")
        .with("/proc/stat", "cpu  1 1 2 99999 500 3 4 0 0 0")
        .with("/proc/sys/kernel/osrelease", "6.1.0-1-amd64")
        .with("/proc/sys/kernel/perf_event_paranoid", "1")
        .with("/sys/class/dmi/id/product_name", "5000")
        .with("/sys/class/dmi/id/sys_vendor", "Maker")
        .with("/etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
        .withProgram("stress-ng", "")
        .withProgram(
            "perf",
            """
            [ "$1" = --version ] && { echo perf version 6.1; exit; }
            while [ "$1" != -e ]; do shift; done
            for event in $(echo "$2" | tr , ' '); do echo "1;;$event;1;100.00;;" >&2; done
            """);
  }

  private static Map.Entry<String, String> entry(String name, String value) {
    return Map.entry(name, value);
  }
}
