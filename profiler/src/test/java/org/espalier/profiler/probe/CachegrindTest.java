package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.espalier.profiler.sample.Counts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CachegrindTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "32768, 8, 64, '32768,8,64'",
    "49152, 12, 64, '49152,12,64'",
    // 20 MiB of 20 ways: 16,384 sets, as they are
    "20971520, 20, 64, '20971520,20,64'",
    // 18 MiB of 12 ways have 24,576 sets; 9 ways have 32,768
    "18874368, 12, 64, '18874368,9,64'",
    "503316480, 16, 64, '503316480,15,64'",
    // unknown ways
    "8388608, 0, 64, '8388608,16,64'",
    // 1,441,792 bytes are 11 ways of 2,048 sets
    "1441792, 11, 64, '1441792,11,64'",
    // no power of two fits: 2,500 lines of 10 ways become 256 sets of 10
    "160000, 10, 64, '163840,10,64'"
  })
  void takesTheNearestCacheThatCanBeSimulated(long bytes, int ways, int line, String option) {
    CacheGeometry nearest = CacheGeometry.nearest(new Topology.Cache(3, bytes, line, ways));

    assertThat(nearest.option()).isEqualTo(option);
    long sets = nearest.bytes() / nearest.ways() / nearest.lineBytes();
    assertThat(Long.bitCount(sets)).isEqualTo(1);
  }

  @Test
  void sumsProcessesInTheOrderOfTheirEvents() {
    Counts sum =
        new Cachegrind("valgrind", List.of())
            .read(
                """
                events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
                summary: 1000 9 1 400 9 20 300 9 300
                events: Dr DLmr Ir ILmr DLmw
                summary: 7 2 500 3 4
                """);

    assertThat(sum).isEqualTo(Counts.simulated(1500, 321 + 9));
  }

  @Test
  void refusesATextWithoutCounts() {
    assertThatThrownBy(() -> new Cachegrind("valgrind", List.of()).read(""))
        .hasMessageContaining("valgrind counted no instructions");
  }

  @Test
  void givesValgrindTheCachesOfTheMachine() throws Exception {
    FakeHost host =
        FakeMachines.caches(
                new FakeHost(directory).with(TopologyReader.CPUS + "/online", "0"),
                0,
                List.of("0 1 Data 48K 12 0", "1 1 Instruction 32K 8 0", "3 3 Unified 18M 12 0"))
            .withProgram("valgrind", "echo \"$@\" > %s/words".formatted(directory));

    Probed<CacheSimulation> found = find(host);

    assertThat(host.read(directory + "/words").orElseThrow())
        .contains("--D1=49152,12,64 --I1=32768,8,64 --LL=18874368,9,64 true");
    assertThat(found.instrument()).isPresent();
    assertThat(found.capability().state()).isEqualTo(Capability.State.REPLACED);
    assertThat(found.capability().found())
        .contains("LL simulated as 18 MiB of 9 ways, where the machine has 18 MiB of 12 ways");
  }

  @Test
  void saysWhyValgrindFails() throws Exception {
    FakeHost host = new FakeHost(directory).withProgram("valgrind", "echo bad luck; exit 1");

    assertThat(find(host).instrument()).isEmpty();
    assertThat(find(host).capability().found()).isEqualTo("valgrind fails: bad luck");
    assertThat(find(new FakeHost(directory)).capability().remedy())
        .contains("apt install valgrind");
  }

  private static Probed<CacheSimulation> find(FakeHost host) throws InterruptedException {
    return Cachegrind.find(host, TopologyReader.find(host).instrument().orElseThrow());
  }
}
