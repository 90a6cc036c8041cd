package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.workload.cpufreq.Frequencies;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpufreqTest {
  private static final long MEGAHERTZ = 1_000_000;

  @TempDir Path directory;
  private FakeHost host;

  @BeforeEach
  void makeHost() {
    host = new FakeHost(directory);
  }

  @Test
  void offersTheFrequenciesOfTheDriver() {
    listing(0, "0");

    Frequencies found = find(List.of(0)).instrument().orElseThrow();

    assertThat(found.available())
        .containsExactly(3400 * MEGAHERTZ, 2000 * MEGAHERTZ, 1200 * MEGAHERTZ);
    assertThat(found.hasTurbo()).isFalse();
  }

  @Test
  void offersStepsBetweenLimits() {
    FakeMachines.cpufreq(host, 0, "0", 750_000, 1_250_000);
    host.with(TopologyReader.CPUS + "/intel_pstate/no_turbo", "0");

    Probed<Frequencies> found = find(List.of(0));

    assertThat(found.instrument().orElseThrow().available())
        .containsExactly(
            1250 * MEGAHERTZ,
            1200 * MEGAHERTZ,
            1100 * MEGAHERTZ,
            1000 * MEGAHERTZ,
            900 * MEGAHERTZ,
            800 * MEGAHERTZ,
            750 * MEGAHERTZ);
    assertThat(found.instrument().orElseThrow().hasTurbo()).isTrue();
    assertThat(found.capability().found())
        .isEqualTo("7 frequencies from 1.25 GHz to 0.75 GHz by intel_pstate; turbo is on");
  }

  @Test
  void setsBothLimitsOfCoresThatShareThemOnceWhateverTheGovernor() {
    listing(0, "0 1");
    listing(1, "0 1");
    host.with(file(0, "scaling_max_freq"), "2000000");
    Map<String, String> before = state();
    Frequencies found = find(List.of(0, 1)).instrument().orElseThrow();
    host.written.clear();

    assertThat(found.set(List.of(0, 1), 3400 * MEGAHERTZ)).isEmpty();

    assertThat(host.written)
        .containsExactly(
            file(0, "scaling_max_freq") + " = 3400000", file(0, "scaling_min_freq") + " = 3400000");
    found.restore();
    assertThat(state()).isEqualTo(before);
    assertThat(host.putBack)
        .containsEntry(file(0, "scaling_governor"), "schedutil")
        .containsEntry(file(0, "scaling_max_freq"), "2000000");
  }

  /** An old kernel refuses a least frequency above the greatest one, and the other way round. */
  @Test
  void limitsAreMovedInAnOrderThatTheKernelTakes() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    strict();
    Map<String, String> before = state();
    Frequencies found = find(List.of(0)).instrument().orElseThrow();

    for (long megahertz : new long[] {2000, 1000, 3000, 800, 1500, 2900}) {
      assertThat(found.set(List.of(0), megahertz * MEGAHERTZ)).isEmpty();
      assertThat(host.read(file(0, "scaling_min_freq"))).hasValue(megahertz + "000");
      assertThat(host.read(file(0, "scaling_max_freq"))).hasValue(megahertz + "000");
    }
    found.restore();
    assertThat(state()).isEqualTo(before);
  }

  /** The limits of before lie below what was set. */
  @Test
  void lowerLimitsArePutBack() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    host.with(file(0, "scaling_max_freq"), "1200000");
    strict();
    Map<String, String> before = state();
    Frequencies found = find(List.of(0)).instrument().orElseThrow();

    assertThat(found.set(List.of(0), 3000 * MEGAHERTZ)).isEmpty();
    found.restore();

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void whatWasSetIsHandedOverBeforeTheFirstWrite() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    Frequencies found = find(List.of(0)).instrument().orElseThrow();
    host.refusing(
        file(0, "scaling_min_freq"),
        (file, text) -> {
          assertThat(host.putBack).containsEntry(file(0, "scaling_min_freq"), "800000");
          assertThat(host.putBack).containsEntry(file(0, "scaling_max_freq"), "3000000");
          assertThat(host.putBack).containsEntry(file(0, "scaling_governor"), "powersave");
          return Optional.empty();
        });

    assertThat(found.set(List.of(0), 1000 * MEGAHERTZ)).isEmpty();
  }

  @Test
  void nothingIsWrittenIfNothingWasSet() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    Frequencies found = find(List.of(0)).instrument().orElseThrow();
    host.written.clear();

    found.restore();

    assertThat(host.written).isEmpty();
    assertThat(host.putBack).isEmpty();
  }

  @Test
  void saysWhyAFrequencyCannotBeSet() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    Frequencies found = find(List.of(0)).instrument().orElseThrow();

    assertThat(found.set(List.of(0, 7), 1000 * MEGAHERTZ))
        .hasValue("cpufreq does not set the frequency of cores [7]");
    host.refusing(file(0, "scaling_min_freq"), (file, text) -> Optional.of("Invalid argument"));
    assertThat(found.set(List.of(0), 1000 * MEGAHERTZ))
        .hasValue(file(0, "scaling_min_freq") + " cannot be set to 1000000: Invalid argument");
  }

  /** A driver that never goes below 2 GHz, whatever it is told. */
  @Test
  void saysIfTheKernelTookAnotherFrequency() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    Frequencies found = find(List.of(0)).instrument().orElseThrow();
    host.taking(
        file(0, "scaling_max_freq"), text -> String.valueOf(Math.max(2_000_000, number(text))));

    assertThat(found.set(List.of(0), 1000 * MEGAHERTZ))
        .hasValue(
            file(0, "scaling_max_freq") + " was set to 1000000, but the kernel made it 2000000");
  }

  @Test
  void saysWhoMayWrite() {
    FakeMachines.cpufreq(host, 0, "0", 800_000, 3_000_000);
    host.refusing(file(0, "scaling_governor"), (file, text) -> Optional.of("Permission denied"));

    Probed<Frequencies> found = find(List.of(0));

    assertThat(found.instrument()).isEmpty();
    assertThat(found.capability().found())
        .isEqualTo("cpufreq may not be written: Permission denied");
    assertThat(found.capability().remedy()).startsWith("run as root, or let root do: chmod a+w");
  }

  @Test
  void saysThatThereIsNone() {
    assertThat(find(List.of(0)).capability().remedy()).contains("acpi-cpufreq");
    FakeMachines.cpuInfo(host, "GenuineIntel", 1, "hypervisor");
    assertThat(find(List.of(0)).capability().remedy()).contains("virtual machine");
  }

  private void listing(int core, String cores) {
    FakeMachines.cpufreq(host, core, cores, 1_200_000, 3_400_000);
    host.with(file(core, "scaling_driver"), "acpi-cpufreq")
        .with(file(core, "scaling_governor"), "schedutil")
        .with(file(core, "scaling_available_frequencies"), "3400000 2000000 1200000 ");
  }

  /** Makes the files refuse what an old kernel refuses. */
  private void strict() {
    host.refusing(
        file(0, "scaling_min_freq"),
        (file, text) -> refusal(number(text) > number(read("scaling_max_freq"))));
    host.refusing(
        file(0, "scaling_max_freq"),
        (file, text) -> refusal(number(text) < number(read("scaling_min_freq"))));
  }

  private static Optional<String> refusal(boolean refused) {
    return refused ? Optional.of("Invalid argument") : Optional.empty();
  }

  private String read(String name) {
    return host.read(file(0, name)).orElseThrow();
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }

  private Map<String, String> state() {
    Map<String, String> state = new TreeMap<>();
    for (String name : List.of("scaling_governor", "scaling_min_freq", "scaling_max_freq")) {
      state.put(name, read(name));
    }
    return state;
  }

  private Probed<Frequencies> find(List<Integer> cores) {
    return CpufreqProbe.find(host, cores);
  }

  private static String file(int core, String name) {
    return "%s/cpu%d/cpufreq/%s".formatted(TopologyReader.CPUS, core, name);
  }
}
