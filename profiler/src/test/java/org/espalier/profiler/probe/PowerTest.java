package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.profiler.host.EnergySource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Energy by the power command of a user, and idle power. */
class PowerTest {
  private static final long SECOND = 1_000_000_000;
  private static final Duration SHORT = Duration.ofMillis(10);

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "133, 133",
    "'133.5\n', 133.5",
    "'Pwr Consumption | 77h | ok | 7.1 | 133 Watts', 133",
    "'Instantaneous power reading: 220 Watts\nSampling period: 00000001 Seconds.', 220",
    "'power1: 18.04 W (avg = 17 W)', 18.04",
    "'0.25 kW', 250",
    "'400mW of 2', 0.4",
    "'ok,133 W', 133",
    "'2026-11-28 12:00:01 133 W', 133",
    "'GPU 0 133 W', 133",
    "'45 °C, 12.1 V, 133 W', 133",
  })
  void readsPower(String output, double watts) {
    assertThat(PowerCommandMeter.watts(output)).hasValue(watts);
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "'no reading'",
    "'-5 W'",
    "'w83627'",
    "'Power: 1,234 W'",
    "'1,234'",
    "'1.234,5 W'",
    "'1,234,567 W'",
    "'1.234.567 W'",
    "'-1,5 W'",
    "'1 234 W'",
    "'1 234,5 W'",
    "'1''234 W'",
    "'1\u202f234 W'",
    "'reading: 1\u00a0234'",
    "'133.5 J'",
    "'power 20 kWh'",
    "'0: 133.5J'",
    "'133, 45°C'",
    "'fan 40 %'",
    "'230 volts'",
    "'2 kilowatts'",
    "'2 KW, 3 W'",
    "'-5 W, 300 W'",
    "'at 12:30 it is 90'",
    "'watts=77'",
    "'133 m'",
    "'133,5'",
    "'133,5 W, at most 300 W'",
    "'0,234 kW'",
    "'1234,567 W'",
    "'133000000 µW'"
  })
  void refusesWhatIsNoPower(String output) {
    assertThat(PowerCommandMeter.watts(output)).isEmpty();
  }

  /** From 100 W to 200 W in a second, then back in two, and two seconds at 100 W. */
  @Test
  void integratesByTrapezoids() {
    PowerSamples samples = new PowerSamples();
    samples.add(10 * SECOND, 100);
    samples.add(11 * SECOND, 200);
    samples.add(13 * SECOND, 100);

    assertThat(samples.joules(10 * SECOND, 13 * SECOND).orElseThrow())
        .isCloseTo(150 + 300, within(1e-6));
    assertThat(samples.joules(9 * SECOND, 15 * SECOND).orElseThrow())
        .isCloseTo(100 + 150 + 300 + 200, within(1e-6));
    assertThat(samples.joules(10 * SECOND + SECOND / 2, 12 * SECOND).orElseThrow())
        .isCloseTo(87.5 + 175, within(1e-6));
  }

  @Test
  void integratesAsManySmallStepsDo() {
    Random random = new Random(3);
    for (int round = 0; round < 50; round++) {
      PowerSamples samples = new PowerSamples();
      TreeMap<Long, Double> same = new TreeMap<>();
      for (int i = 0; i <= random.nextInt(8); i++) {
        long time = random.nextLong(SECOND);
        double watts = random.nextDouble(300);
        samples.add(time, watts);
        same.put(time, watts);
      }
      long begin = random.nextLong(SECOND);
      long end = begin + random.nextLong(SECOND);
      assertThat(samples.joules(begin, end).orElseThrow())
          .isCloseTo(bySmallSteps(same, begin, end), within(0.2));
    }
  }

  private static double bySmallSteps(TreeMap<Long, Double> samples, long begin, long end) {
    int steps = 5_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += powerAt(samples, begin + (end - begin) * (i + 0.5) / steps);
    }
    return sum / steps * (end - begin) / SECOND;
  }

  private static double powerAt(TreeMap<Long, Double> samples, double time) {
    Long before = samples.floorKey((long) time);
    Long after = samples.higherKey((long) time);
    if (before == null) {
      return samples.firstEntry().getValue();
    }
    if (after == null) {
      return samples.lastEntry().getValue();
    }
    double share = (time - before) / (after - before);
    return samples.get(before) * (1 - share) + samples.get(after) * share;
  }

  @Test
  void aFifthOfTheSamplesMayFail() {
    PowerSamples samples = new PowerSamples();
    for (int second = 0; second < 8; second++) {
      samples.add(second * SECOND, 10);
    }
    samples.addFailure(2 * SECOND + 5);
    samples.addFailure(3 * SECOND + 5);
    assertThat(samples.joules(0, 8 * SECOND)).hasValue(80);

    samples.addFailure(4 * SECOND + 5);
    assertThat(samples.joules(0, 8 * SECOND)).isEmpty();
    assertThat(samples.joules(5 * SECOND, 8 * SECOND)).hasValue(30);
    assertThat(new PowerSamples().joules(0, SECOND)).isEmpty();
  }

  @Test
  void measuresByACommand() throws Exception {
    FakeHost host = new FakeHost(directory);
    Probed<EnergyMeter> found = find(host, "echo now: 50 W");
    EnergyMeter meter = found.instrument().orElseThrow();
    assertThat(found.capability().found()).isEqualTo("echo now: 50 W prints 50.0 W");
    assertThat(meter.describe()).isEqualTo("power command echo now: 50 W");

    long before = System.nanoTime();
    EnergyMeter.Reading reading = meter.begin();
    Thread.sleep(60);
    double joules = reading.end().orElseThrow();
    double most = 50.0 * (System.nanoTime() - before) / SECOND;

    assertThat(joules).isBetween(50 * 0.06, most);
  }

  /** The command takes longer than what is measured. */
  @Test
  void aShortMeasurementWaitsForOneSample() throws Exception {
    EnergyMeter meter =
        find(new FakeHost(directory), "sleep 0.2; echo 80").instrument().orElseThrow();

    EnergyMeter.Reading reading = meter.begin();
    Thread.sleep(5);

    assertThat(reading.end().orElseThrow()).isBetween(0.4, 80.0);
  }

  @Test
  void aMeterThatFailsMeanwhileGivesNothing() throws Exception {
    Path there = directory.resolve("there");
    Files.createFile(there);
    EnergyMeter meter =
        find(new FakeHost(directory), "test -e %s && echo 80".formatted(there))
            .instrument()
            .orElseThrow();
    Files.delete(there);

    EnergyMeter.Reading reading = meter.begin();

    assertThat(reading.end()).isEmpty();
  }

  @Test
  void saysWhatIsWrongWithACommand() throws Exception {
    assertThat(find(new FakeHost(directory), "echo no meter; exit 4").capability().found())
        .isEqualTo("echo no meter; exit 4 fails: no meter");
    assertThat(find(new FakeHost(directory), "echo nothing").capability().found())
        .isEqualTo("echo nothing prints no power: nothing");
  }

  @Test
  void idlePowerIsSubtracted() {
    AtomicLong nanos = new AtomicLong();
    EnergyMeter whole = meter(OptionalDouble.of(100));
    EnergyMeter.Reading reading = new AboveIdle(whole, 20, nanos::get).begin();
    nanos.addAndGet(3 * SECOND);

    assertThat(reading.end()).hasValue(40);
    assertThat(new AboveIdle(whole, 20, nanos::get).describe())
        .isEqualTo("a meter, less 20.0 W of the idle machine");
    assertThat(new AboveIdle(meter(OptionalDouble.empty()), 20, nanos::get).begin().end())
        .isEmpty();
  }

  @Test
  void idlePowerIsMeasured() throws Exception {
    EnergyProbe found =
        EnergyProbe.find(
            new FakeHost(directory),
            new InstrumentSettings(
                EnergySource.AUTOMATIC,
                Optional.of(List.of("sh", "-c", "echo 50")),
                Optional.of(Duration.ofMillis(50)),
                SHORT));

    assertThat(found.capabilities()).hasSize(2);
    EnergyMeter.Reading reading = found.meter().orElseThrow().begin();
    Thread.sleep(30);
    assertThat(reading.end().orElseThrow()).isCloseTo(0, within(5.0));
  }

  @Test
  void nothingIsMeasuredWhereNothingIsWanted() throws Exception {
    EnergyProbe found = EnergyProbe.find(new FakeHost(directory), from(EnergySource.NONE));

    assertThat(found.meter()).isEmpty();
    assertThat(found.capabilities()).isEmpty();
  }

  static InstrumentSettings from(EnergySource energy) {
    return new InstrumentSettings(energy, Optional.empty(), Optional.empty(), SHORT);
  }

  private static EnergyMeter meter(OptionalDouble joules) {
    return new EnergyMeter() {
      @Override
      public String describe() {
        return "a meter";
      }

      @Override
      public Reading begin() {
        return () -> joules;
      }
    };
  }

  private static Probed<EnergyMeter> find(FakeHost host, String line) throws InterruptedException {
    return PowerCommandMeter.find(host, List.of("sh", "-c", line), SHORT);
  }
}
