package org.espalier.profiler.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.ProcessHost;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.probe.CacheSimulation;
import org.espalier.profiler.probe.EnergyMeter;
import org.espalier.profiler.probe.Instruments;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentedMeterTest {
  private static final Cell CELL =
      new Cell("a", new Conditions("m", OptionalInt.empty()), List.of());

  private static final Wanted ALL = new Wanted(true, true);

  @TempDir private Path scratch;
  private final ScriptedInstruments instruments = new ScriptedInstruments();
  private ProcessHost host = new ProcessHost(Path.of("."));

  @BeforeEach
  void openHost() {
    host = new ProcessHost(scratch);
  }

  private InstrumentedMeter meter(Wanted wanted) {
    return new InstrumentedMeter(host, instruments.all(), wanted);
  }

  private static RunRequest shell(String script) {
    return RunRequest.of(List.of("sh", "-c", script));
  }

  @Test
  void timeOnly() throws Exception {
    InstrumentedMeter.Metered metered = meter(Wanted.TIME).measure(CELL, shell("sleep 0.05"), 0);
    assertThat(metered.run().seconds()).isEqualTo(metered.outcome().seconds()).isGreaterThan(0.05);
    assertThat(metered.run().energyJoules()).isEmpty();
    assertThat(metered.run().counts().instructions()).isEmpty();
    assertThat(metered.run().counts().countedShare()).isEmpty();
    assertThat(metered.run().noise()).hasSize(1);
    assertThat(host.commands()).containsExactly(List.of("sh", "-c", "sleep 0.05"));
  }

  @Test
  void countersTellTimeTooAndEnergyIsAroundAll() throws Exception {
    InstrumentedMeter.Metered metered = meter(ALL).measure(CELL, shell("exit 0"), 0);
    assertThat(metered.run().seconds()).isEqualTo(0.125);
    assertThat(metered.outcome().resources().userSeconds()).hasValue(0.0625);
    assertThat(metered.outcome().resources().systemSeconds()).hasValue(0.03125);
    assertThat(metered.outcome().resources().peakMemoryBytes()).hasValue(1_000_000);
    assertThat(metered.run().energyJoules().orElseThrow()).isBetween(0.0, 2.0);
    assertThat(metered.run().counts().instructions()).hasValue(1000);
    assertThat(metered.run().counts().llcMisses()).hasValue(50);
    assertThat(metered.run().counts().countedShare()).hasValue(0.75);
    assertThat(instruments.openReadings()).isZero();
  }

  /** A machine that always takes 100 W, whose meter takes longer to start than the run takes. */
  @Test
  void energyIsThatOfTheRunWithoutItsStart() throws Exception {
    EnergyMeter meter =
        new EnergyMeter() {
          @Override
          public String describe() {
            return "100 W";
          }

          @Override
          public Reading begin() {
            long begin = System.nanoTime();
            LockSupport.parkNanos(200_000_000);
            return () -> OptionalDouble.of(100 * (System.nanoTime() - begin) / 1e9);
          }
        };
    Instruments all = instruments.all();
    Instruments metered =
        new Instruments(
            all.topology(),
            all.counters(),
            Optional.of(meter),
            all.frequencies(),
            all.cacheSimulation(),
            all.noise(),
            all.capabilities(),
            all.machine());
    InstrumentedMeter.Metered run =
        new InstrumentedMeter(host, metered, new Wanted(false, true))
            .measure(CELL, shell("sleep 0.05"), 0);
    assertThat(run.run().energyJoules().orElseThrow() / run.run().seconds()).isBetween(99.0, 200.0);
  }

  @Test
  void exitCodesGoThroughTheCounters() throws Exception {
    RunOutcome failed = meter(ALL).measure(CELL, shell("echo bad >&2; exit 3"), 0).outcome();
    assertThat(failed.code()).isEqualTo(3);
    assertThat(failed.succeeded()).isFalse();
  }

  @Test
  void signalsThatCountersHideAreSeen() throws Exception {
    RunOutcome failed = meter(ALL).measure(CELL, shell("kill -11 $$"), 0).outcome();
    assertThat(failed.end()).isEqualTo(RunOutcome.End.SIGNALLED);
    assertThat(failed.code()).isEqualTo(11);
  }

  @Test
  void countsOfAnEarlierRunAreNotTakenForThisOnes() throws Exception {
    InstrumentedMeter meter = meter(ALL);
    meter.measure(CELL, shell("exit 0"), 0);
    String counts = host.commands().getFirst().get(4);
    RunRequest killed = shell("kill -9 $PPID");
    assertThat(meter.measure(CELL, killed, 0).run().counts().instructions()).isEmpty();
    assertThat(host.commands().getLast()).contains(counts);
  }

  @Test
  void processorTimeOfCorunnersIsNotNoise() throws Exception {
    InstrumentedMeter.Metered metered = meter(Wanted.TIME).measure(CELL, shell("sleep 0.05"), 2);
    assertThat(instruments.ownProcessorSeconds())
        .singleElement()
        .satisfies(
            own -> assertThat(own).isCloseTo(0.75 + 2 * metered.outcome().seconds(), within(1e-9)));
  }

  @Test
  void readingsEndWhereTheCommandCannotStart() {
    InstrumentedMeter meter = meter(new Wanted(false, true));
    RunRequest absent = RunRequest.of(List.of("/nowhere/program"));
    assertThatThrownBy(() -> meter.measure(CELL, absent, 0))
        .isInstanceOf(MeasuringFailedException.class);
    assertThat(instruments.openReadings()).isZero();
  }

  @Test
  void oneRunInASimulatedCache() throws Exception {
    CacheSimulation simulation = instruments.all().cacheSimulation().orElseThrow();
    assertThat(simulation.run(host, shell("exit 0")).instructions()).hasValue(7000);
    assertThatThrownBy(() -> simulation.run(host, shell("kill -9 $$")))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("the run in a simulated cache was ended by signal 9");
  }
}
