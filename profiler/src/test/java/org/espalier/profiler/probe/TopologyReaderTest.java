package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.workload.cpufreq.CpuList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {
  private static final String CPUS = TopologyReader.CPUS;

  @TempDir Path directory;

  @Test
  void readsListsOfProcessors() {
    assertThat(CpuList.parse("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
    assertThat(CpuList.parse("")).isEmpty();
    assertThat(CpuList.parse("4 5")).containsExactly(4, 5);
  }

  @Test
  void groupsCoresByTheCacheThatTheyShare() {
    FakeHost host = new FakeHost(directory).with(CPUS + "/online", "0-2,4-7");
    for (int core : List.of(0, 1, 2, 4, 5, 6, 7)) {
      FakeMachines.caches(
          host,
          core,
          List.of(
              "0 1 Data 32K 8 " + core,
              "1 1 Instruction 64K 8 " + core,
              "2 2 Unified 512K 8 " + core,
              "3 3 Unified 16M 16 " + (core < 4 ? "0-3" : "4-7")));
      host.with(
          "%s/cpu%d/topology/thread_siblings_list".formatted(CPUS, core),
          core < 4 ? String.valueOf(core) : core / 2 * 2 + "-" + (core / 2 * 2 + 1));
    }

    Topology found = find(host);

    assertThat(found.cores()).containsExactly(0, 1, 2, 4, 5, 6, 7);
    assertThat(found.sharingGroups()).containsExactly(List.of(0, 1, 2), List.of(4, 5, 6, 7));
    assertThat(found.threadGroups())
        .containsExactly(List.of(0), List.of(1), List.of(2), List.of(4, 5), List.of(6, 7));
    assertThat(found.caches())
        .containsExactly(
            new Topology.Cache(1, 32 << 10, 64, 8),
            new Topology.Cache(2, 512 << 10, 64, 8),
            new Topology.Cache(3, 16 << 20, 64, 16));
  }

  /** As in some processors of laptops, two small cores have no third level. */
  @Test
  void coresWithoutALastLevelShareTheirOwn() {
    FakeHost host = new FakeHost(directory).with(CPUS + "/online", "0-3");
    for (int core : List.of(0, 1)) {
      FakeMachines.caches(host, core, List.of("0 1 Data 48K 12 " + core, "3 3 Unified 24M 12 0-1"));
    }
    for (int core : List.of(2, 3)) {
      FakeMachines.caches(host, core, List.of("0 1 Data 32K 8 " + core, "2 2 Unified 2M 16 2-3"));
    }

    assertThat(find(host).sharingGroups()).containsExactly(List.of(0, 1), List.of(2, 3));
  }

  @Test
  void coresThatOnlyCpuinfoTellsShareOneCacheOfUnknownSize() {
    FakeHost host = FakeMachines.cpuInfo(new FakeHost(directory), "GenuineIntel", 8, "");

    Topology found = find(host);

    assertThat(found.cores()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(found.sharingGroups()).containsExactly(found.cores());
    assertThat(found.caches()).isEmpty();
  }

  @Test
  void aMachineThatTellsNothingHasOneCore() {
    Probed<Topology> found = TopologyReader.find(new FakeHost(directory));

    assertThat(found.instrument().orElseThrow().cores()).containsExactly(0);
    assertThat(found.capability().state()).isEqualTo(Capability.State.REPLACED);
  }

  private static Topology find(FakeHost host) {
    return TopologyReader.find(host).instrument().orElseThrow();
  }
}
