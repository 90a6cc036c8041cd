package org.espalier.profiler.probe;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.profiler.host.EnergySource;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Hosts;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes by a real host, on this machine and on one whose files are in a directory. */
class LocalInstrumentsTest {
  private static final String CPU = "sys/devices/system/cpu/cpu%d/cpufreq/";

  @TempDir Path directory;

  @Test
  void thisMachineIsMeasured() throws Exception {
    try (Host host = Hosts.local()) {
      InstrumentSettings settings =
          new InstrumentSettings(
              EnergySource.AUTOMATIC,
              Optional.of(List.of("sh", "-c", "sleep 0.01; echo 42 W")),
              Optional.empty(),
              Duration.ofMillis(50));
      Instruments found = InstrumentFinder.find(host, settings);

      assertThat(found.capabilities())
          .filteredOn(
              it -> it.measures().startsWith("execution") || it.measures().startsWith("pin"))
          .hasSize(2)
          .allMatch(it -> it.state() == Capability.State.AVAILABLE);
      EnergyMeter.Reading reading = found.energy().orElseThrow().begin();
      long begin = System.nanoTime();
      Thread.sleep(200);
      double seconds = (System.nanoTime() - begin) / 1e9;
      assertThat(reading.end().orElseThrow()).isBetween(42 * seconds, 42 * seconds + 42);
      NoiseWatch.Watch watch = found.noise().begin();
      assertThat(watch.end(0)).hasSizeLessThan(4);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_000_000, 3_000_000_000L})
  void frequenciesArePutBackAfterKill9(long hertz) throws Exception {
    for (int core = 0; core < 2; core++) {
      cpufreq(core);
    }
    Map<String, String> before = state();
    Path told = directory.resolve("told");
    Process killed =
        new ProcessBuilder(
                TestJvm.of("--enable-native-access=ALL-UNNAMED")
                    .command(
                        KilledWithFrequency.class.getName(),
                        directory.toString(),
                        told.toString(),
                        String.valueOf(hertz)))
            .inheritIO()
            .start();
    try {
      await().atMost(60, SECONDS).until(() -> Files.exists(told));
      await().atMost(10, SECONDS).until(() -> text(told).equals("set"));
      assertThat(state()).containsEntry("1/scaling_min_freq", String.valueOf(hertz / 1000));
      assertThat(state()).containsEntry("0/scaling_max_freq", String.valueOf(hertz / 1000));
    } finally {
      killed.destroyForcibly().waitFor();
    }
    await().atMost(30, SECONDS).until(() -> state().equals(before));
  }

  private void cpufreq(int core) throws IOException {
    file(core, "scaling_driver", "intel_pstate");
    file(core, "scaling_governor", "powersave");
    file(core, "scaling_min_freq", "1200000");
    file(core, "scaling_max_freq", "2000000");
    file(core, "cpuinfo_min_freq", "800000");
    file(core, "cpuinfo_max_freq", "3000000");
    file(core, "affected_cpus", String.valueOf(core));
  }

  private void file(int core, String name, String text) throws IOException {
    Path parent = Files.createDirectories(directory.resolve(CPU.formatted(core)));
    Files.writeString(parent.resolve(name), text + "\n");
  }

  private Map<String, String> state() {
    Map<String, String> state = new TreeMap<>();
    for (int core = 0; core < 2; core++) {
      for (String name :
          new String[] {"scaling_governor", "scaling_min_freq", "scaling_max_freq"}) {
        state.put(core + "/" + name, text(directory.resolve(CPU.formatted(core)).resolve(name)));
      }
    }
    return state;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
