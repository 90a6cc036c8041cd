package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.espalier.profiler.host.ProcessHost;
import org.espalier.profiler.probe.NoiseWatch.Noise;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcNoiseWatchTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path directory;
  private final AtomicLong nanos = new AtomicLong();
  private FakeHost host;
  private NoiseWatch watch;

  @BeforeEach
  void makeHost() {
    host = new FakeHost(directory);
    stat(1000, 0);
    for (int core = 0; core < 2; core++) {
      host.with(speed(core), "2000000")
          .with(throttle(core, "core"), "5")
          .with(throttle(core, "package"), "7");
    }
    watch = new ProcNoiseWatch(host, List.of(0, 1), nanos::get);
  }

  @Test
  void aQuietMachineMakesNoNoise() {
    assertThat(watchedFor(10, 990 + 10 + 5, 0, 9.95)).isEmpty();
  }

  @Test
  void othersAreHeard() {
    assertThat(watchedFor(10, 1300, 0, 10)).containsExactly(Noise.OTHER_LOAD);
    assertThat(watchedFor(10, 1300, 0, 13)).isEmpty();
  }

  @Test
  void stolenTimeIsHeard() {
    assertThat(watchedFor(10, 1000, 50, 10)).containsExactly(Noise.STOLEN_TIME);
  }

  /** The kernel counts in hundredths of a second: of a short run it knows little. */
  @Test
  void aTickMoreIsNoNoise() {
    assertThat(watchedFor(0.01, 3, 2, 0.01)).isEmpty();
  }

  @Test
  void anotherFrequencyIsHeard() {
    NoiseWatch.Watch begun = watch.begin();
    host.with(speed(0), "1000000");
    assertThat(begun.end(0)).isEmpty();
    host.with(speed(1), "1500000");

    assertThat(begun.end(0)).containsExactly(Noise.FREQUENCY_CHANGED);
  }

  @Test
  void throttlingIsHeard() {
    NoiseWatch.Watch begun = watch.begin();
    host.with(throttle(1, "core"), "8");

    assertThat(begun.end(0)).containsExactly(Noise.THROTTLED);
  }

  @Test
  void watchesMayOverlap() {
    NoiseWatch.Watch first = watch.begin();
    pass(10, 1300, 0);
    NoiseWatch.Watch second = watch.begin();
    pass(10, 1000, 0);

    assertThat(second.end(10)).isEmpty();
    assertThat(first.end(20)).hasSize(1);
  }

  @Test
  void aMachineThatTellsNothingIsQuiet() {
    ProcNoiseWatch deaf = new ProcNoiseWatch(new FakeHost(directory), List.of(0), nanos::get);

    assertThat(deaf.begin().end(0)).isEmpty();
    assertThat(deaf.capability().state()).isEqualTo(Capability.State.REPLACED);
  }

  @Test
  void itIsCheapOnThisMachine() {
    ProcNoiseWatch here =
        new ProcNoiseWatch(new ProcessHost(directory), List.of(0, 1), System::nanoTime);
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> {
          long begin = System.nanoTime();
          here.begin().end(0);
          return System.nanoTime() - begin < 2_000_000;
        });
  }

  private List<Noise> watchedFor(double seconds, long ticks, long stolen, double own) {
    NoiseWatch.Watch begun = watch.begin();
    pass(seconds, ticks, stolen);
    return begun.end(own);
  }

  private long busy = 1000;
  private long stolenSoFar;

  private void pass(double seconds, long ticks, long stolen) {
    nanos.addAndGet((long) (seconds * SECOND));
    busy += ticks;
    stolenSoFar += stolen;
    stat(busy, stolenSoFar);
  }

  /** Busy ticks are spread over user, nice, system, interrupts. */
  private void stat(long ticks, long stolen) {
    host.with(
        "/proc/stat",
        "cpu  %d 1 2 99999 500 3 4 %d 77 0\ncpu0 9 9 9 9 9 9 9 9 9 9\nbtime 1"
            .formatted(ticks - 10, stolen));
  }

  private static String speed(int core) {
    return "%s/cpu%d/cpufreq/scaling_cur_freq".formatted(TopologyReader.CPUS, core);
  }

  private static String throttle(int core, String of) {
    return "%s/cpu%d/thermal_throttle/%s_throttle_count".formatted(TopologyReader.CPUS, core, of);
  }
}
