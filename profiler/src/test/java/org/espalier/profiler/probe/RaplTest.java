package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaplTest {
  private static final long RANGE = 262_143_328_850L;

  @TempDir Path directory;
  private FakeHost host;
  private final AtomicLong nanos = new AtomicLong(1);

  @BeforeEach
  void makeHost() {
    host = new FakeHost(directory);
  }

  @Test
  void findsAllPackagesAndTheirMemoryWithoutWhatLiesInside() throws Exception {
    zone("intel-rapl:0", "package-0");
    zone("intel-rapl:0:0", "core");
    zone("intel-rapl:0:1", "dram");
    zone("intel-rapl:0:2", "uncore");
    zone("intel-rapl:1", "package-1");
    zone("intel-rapl:1:0", "dram");
    zone("intel-rapl:2", "psys");
    zone("intel-rapl-mmio:0", "package-0");
    host.with("/sys/class/powercap/intel-rapl/enabled", "1");
    moving("intel-rapl:0");

    assertThat(describe()).isEqualTo("RAPL package-0, dram, package-1, dram");
  }

  @Test
  void findsAProcessorWithoutMemoryCounter() throws Exception {
    zone("intel-rapl:0", "package-0");
    zone("intel-rapl:0:0", "core");
    moving("intel-rapl:0");

    assertThat(describe()).isEqualTo("RAPL package-0");
  }

  @Test
  void whatIsNoPackageIsNoMeter() throws Exception {
    zone("intel-rapl:0", "psys");

    assertThat(RaplMeter.find(host).capability().found())
        .isEqualTo("RAPL has no package, only psys");
  }

  @Test
  void saysWhoMayReadTheCounters() throws Exception {
    zone("intel-rapl:0", "package-0");
    host.unreadable(file("intel-rapl:0"));

    Probed<EnergyMeter> found = RaplMeter.find(host);

    assertThat(found.instrument()).isEmpty();
    assertThat(found.capability().found()).isEqualTo("package-0 may not be read");
    assertThat(found.capability().remedy())
        .contains("chmod a+r /sys/class/powercap/intel-rapl:*/energy_uj");
  }

  @Test
  void aCounterThatStandsStillIsNoMeter() throws Exception {
    zone("intel-rapl:0", "package-0");

    assertThat(RaplMeter.find(host).capability().found()).isEqualTo("package-0 stands still");
  }

  @Test
  void saysThatAVirtualMachineHasNone() throws Exception {
    FakeMachines.cpuInfo(host, "GenuineIntel", 1, "hypervisor");

    Capability found = RaplMeter.find(host).capability();

    assertThat(found.state()).isEqualTo(Capability.State.MISSING);
    assertThat(found.found()).isEqualTo("no RAPL in /sys/class/powercap");
    assertThat(found.remedy()).contains("virtual machine");
  }

  @Test
  void addsZones() {
    RaplMeter meter = meter(RANGE, "intel-rapl:0", "intel-rapl:1");
    count("intel-rapl:0", 1_000_000);
    count("intel-rapl:1", 500_000_000);

    EnergyMeter.Reading reading = meter.begin();
    count("intel-rapl:0", 6_000_000);
    count("intel-rapl:1", 510_000_000);

    assertThat(reading.end().orElseThrow()).isCloseTo(5 + 10, within(1e-9));
  }

  @Test
  void aCounterThatBeginsAnewIsFollowed() {
    RaplMeter meter = meter(RANGE, "intel-rapl:0");
    count("intel-rapl:0", RANGE - 2_000_000);

    EnergyMeter.Reading reading = meter.begin();
    count("intel-rapl:0", 3_000_000);

    assertThat(reading.end().orElseThrow()).isCloseTo(5, within(1e-9));
  }

  /** Between two measurements it may begin anew any number of times. */
  @Test
  void aLongBreakDoesNoHarm() {
    RaplMeter meter = meter(RANGE, "intel-rapl:0");
    EnergyMeter.Reading before = meter.begin();
    assertThat(before.end()).hasValue(0);

    nanos.addAndGet(Duration.ofDays(1).toNanos());
    count("intel-rapl:0", 40_000_000);
    EnergyMeter.Reading reading = meter.begin();
    count("intel-rapl:0", 42_000_000);

    assertThat(reading.end().orElseThrow()).isCloseTo(2, within(1e-9));
  }

  /** A range so small that the counter is read every few milliseconds, and begins anew often. */
  @Test
  void itIsReadOftenEnoughInTheBackground() {
    long range = 200_000_000;
    long microjoulesPerStep = 70_000_000;
    RaplMeter meter = meter(range, "intel-rapl:0");
    AtomicLong total = new AtomicLong();
    AtomicLong reads = new AtomicLong();
    host.with(
        file("intel-rapl:0"),
        () -> {
          reads.incrementAndGet();
          return String.valueOf(total.addAndGet(microjoulesPerStep) % range);
        });

    EnergyMeter.Reading reading = meter.begin();
    long first = total.get();
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> reads.get() > 8);

    double joules = reading.end().orElseThrow();
    assertThat(joules).isGreaterThan(5 * microjoulesPerStep / 1e6);
    assertThat(joules).isCloseTo((total.get() - first) / 1e6, within(211.0));
  }

  @Test
  void countersThatCannotBeReadGiveNothing() {
    RaplMeter meter = meter(RANGE, "intel-rapl:0");
    EnergyMeter.Reading failing = meter.begin();
    host.unreadable(file("intel-rapl:0"));
    assertThat(failing.end()).isEmpty();

    EnergyMeter.Reading begunWithout = meter.begin();
    host.readableAgain(file("intel-rapl:0"));
    assertThat(begunWithout.end()).isEmpty();

    EnergyMeter.Reading good = meter.begin();
    assertThat(good.end()).hasValue(0);
  }

  @Test
  void aCounterNotReadForTooLongGivesNothing() {
    RaplMeter meter = meter(RANGE, "intel-rapl:0");
    EnergyMeter.Reading reading = meter.begin();
    nanos.addAndGet(Duration.ofHours(1).toNanos());

    assertThat(reading.end()).isEmpty();
  }

  /** Against a counter that never begins anew. */
  @Test
  void anyIncreasesAreAdded() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      long range = 1 + random.nextLong(1_000_000);
      RaplZone zone = new RaplZone("package-0", "there", range);
      long truth = random.nextLong(range);
      long begin = truth;
      zone.take(truth % (range + 1));
      for (int step = 0; step < 50; step++) {
        truth += random.nextLong(range);
        assertThat(zone.take(wrapped(truth, range))).isTrue();
      }
      assertThat(zone.total()).isEqualTo(truth - begin);
    }
  }

  private static long wrapped(long truth, long range) {
    return truth % range;
  }

  private void zone(String zone, String name) {
    FakeMachines.rapl(host, zone, name, RANGE);
  }

  private void moving(String zone) {
    AtomicLong count = new AtomicLong();
    host.with(file(zone), () -> String.valueOf(count.incrementAndGet()));
  }

  private void count(String zone, long microjoules) {
    host.with(file(zone), String.valueOf(microjoules));
  }

  private String describe() throws InterruptedException {
    return RaplMeter.find(host).instrument().orElseThrow().describe();
  }

  private RaplMeter meter(long range, String... zones) {
    List<RaplZone> all =
        List.of(zones).stream()
            .map(zone -> new RaplZone(zone, "/sys/class/powercap/" + zone, range))
            .toList();
    List.of(zones).forEach(zone -> count(zone, 0));
    return new RaplMeter(host, all, nanos::get);
  }

  private static String file(String zone) {
    return "/sys/class/powercap/%s/energy_uj".formatted(zone);
  }
}
