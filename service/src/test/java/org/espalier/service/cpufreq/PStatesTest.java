package org.espalier.service.cpufreq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.service.cpufreq.CpufreqSettings.Cores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** P-states that are set by files of a pretended kernel. */
class PStatesTest {
  private static final List<Long> HERTZ = List.of(3_400_000_000L, 1_200_000_000L);

  @TempDir private Path directory;

  private CpufreqSettings settings(Map<String, Cores> machines) {
    return new CpufreqSettings(directory, machines);
  }

  private String speed(FakeCpufreq kernel) throws IOException {
    return Files.readString(kernel.of(0).resolve("scaling_min_freq"));
  }

  @Test
  void whatIsSetIsPutBackByItselfAndByTheServiceThatComesNext() throws IOException {
    FakeCpufreq kernel = new FakeCpufreq(directory).with(0, 1);
    Path runs = Files.createDirectories(directory.resolve("runs"));
    Path box = Files.createDirectories(runs.resolve("box"));
    CpufreqSettings settings = settings(Map.of("box", new Cores(List.of(0, 1), HERTZ)));
    PStates first = new PStates(settings);

    assertThat(first.set("box", box, 0)).isEmpty();
    assertThat(speed(kernel)).isEqualTo("3400000");
    assertThat(first.set("box", box, 1)).isEmpty();
    assertThat(speed(kernel)).isEqualTo("1200000");
    assertThat(kernel.isRestored(0)).isFalse();
    assertThat(first.isNoted(box)).isTrue();
    first.restore(box);
    assertThat(kernel.isRestored(0)).isTrue();
    assertThat(first.isNoted(box)).isFalse();
    Files.writeString(kernel.of(0).resolve("scaling_max_freq"), "1900000");
    first.restore(box);
    assertThat(first.set("box", box, 0)).isEmpty();
    first.restore(box);
    assertThat(Files.readString(kernel.of(0).resolve("scaling_max_freq")))
        .as("what somebody set while no task ran")
        .isEqualTo("1900000");
    Files.writeString(kernel.of(0).resolve("scaling_max_freq"), "2000000");

    assertThat(first.set("box", box, 0)).isEmpty();
    Files.writeString(box.resolve("cpufreq-of-an-earlier-boot-7-8"), "/nowhere\n17\n");
    Files.writeString(
        first.note(box).resolveSibling(first.note(box).getFileName() + ".next"), "/no");
    PStates second = new PStates(settings);
    second.restore(box);
    assertThat(kernel.isRestored(0)).as("another has set it").isFalse();
    second.restoreNoted(box);
    assertThat(kernel.isRestored(0)).isTrue();
    assertThat(box).isEmptyDirectory();
    assertThat(second.set("box", box, 0)).isEmpty();
    second.restore(box);
    assertThat(kernel.isRestored(0)).isTrue();
    assertThat(second.set("other", box, 1)).as("without frequencies").isEmpty();
  }

  @Test
  void whatCannotBeSetSaysWhy() throws IOException {
    FakeCpufreq kernel = new FakeCpufreq(directory).with(0);
    Path runs = Files.createDirectories(directory.resolve("runs"));
    PStates states = new PStates(settings(Map.of("box", new Cores(List.of(0), HERTZ))));
    Files.delete(kernel.of(0).resolve("scaling_min_freq"));

    assertThat(states.set("box", runs, 0).orElseThrow())
        .contains("its P-state cannot be set", "scaling_min_freq", "start the service again");
  }

  @Test
  void allThatIsWrongIsToldWithWhatHelps() throws IOException {
    FakeCpufreq kernel = new FakeCpufreq(directory).with(0, 1).with(2);
    Files.delete(kernel.of(2).resolve("scaling_governor"));
    Files.createDirectory(kernel.of(2).resolve("scaling_governor"));
    Map<String, Cores> machines =
        Map.of(
            "a", new Cores(List.of(0), HERTZ),
            "b", new Cores(List.of(1), List.of(3_400_000_000L, 1_300_000_000L)),
            "c", new Cores(List.of(), HERTZ),
            "d", new Cores(List.of(7, 8), HERTZ));
    Map<String, List<Integer>> cores =
        Map.of(
            "a", List.of(0),
            "b", List.of(1),
            "c", List.of(),
            "d", List.of(7, 8),
            "e", List.of(),
            "f", List.of(3),
            "g", List.of());

    Map<String, String> faults = settings(machines).faults(cores);

    assertThat(faults)
        .containsOnlyKeys(
            "CPUs [0, 1] have one frequency, and machines a and b run on them",
            "CPUs [0, 1] have one frequency, and machines b and a run on them",
            "the CPUs of machine b have no frequency 1.3 GHz",
            "the P-states of machine c are frequencies, and it has no CPUs of its own",
            "cpufreq sets no frequency of CPUs [7, 8] of machine d",
            "machine e runs on all CPUs, also on those of machines whose P-states are frequencies",
            "machine g runs on all CPUs, also on those of machines whose P-states are frequencies");
    assertThat(faults.get("the CPUs of machine b have no frequency 1.3 GHz"))
        .isEqualTo("name P-states by some of 3.4 GHz, 1.2 GHz");
    assertThat(settings(Map.of()).faults(cores)).isEmpty();
    assertThat(settings(Map.of("c", new Cores(List.of(), HERTZ))).faults(cores)).hasSize(1);
  }
}
