package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfEnergyTest {
  /** Has the event of packages; in intervals it counts 10 W for as long as it lives. */
  private static final String PERF =
      """
      case "$*" in
        *energy-ram*) echo "event syntax error: 'power/energy-ram/'" >&2; exit 129 ;;
        *-I*) ;;
        *) echo '1,25;Joules;power/energy-pkg/;1000;100,00;;' >&2; exit 0 ;;
      esac
      while [ "$1" != -o ]; do shift; done
      exec >> "$2"
      echo '# started on some day'
      begin=$(date +%s%N); last=0
      while :; do
        sleep 0.05
        now=$(( ($(date +%s%N) - begin) / 1000 ))
        took=$(( now - last )); last=$now
        printf '     %d.%06d;%d.%06d;Joules;power/energy-pkg/;1000;100.00;;\\n' \\
          $((now / 1000000)) $((now % 1000000)) $((took / 100000)) $((took % 100000 * 10))
      done
      """;

  @TempDir Path directory;

  @Test
  void readsEnergyUpToAnyTime() {
    PerfJoules seen =
        PerfJoules.parse(
            """
            # started on Tue Nov 24 00:47:00 2026
                 0.100000000;2.00;Joules;power/energy-pkg/;1;100.00;;
                 0.100000000;0.50;Joules;power/energy-ram/;1;100.00;;
                 0.200000000;5.00;Joules;power/energy-pkg/;1;100.00;;
                 0.200000000;<not counted>;Joules;power/energy-ram/;0;0.00;;
                 0.3000000
            """);

    assertThat(seen.seconds()).isEqualTo(0.2);
    assertThat(seen.between(0, 0.2).orElseThrow()).isCloseTo(7.5, within(1e-9));
    assertThat(seen.between(0.05, 0.15).orElseThrow()).isCloseTo(1.25 + 2.5, within(1e-9));
    assertThat(seen.between(0.1, 0.1).orElseThrow()).isZero();
    assertThat(seen.between(-0.1, 0.3).orElseThrow()).isCloseTo(2.5 + 7.5 + 5, within(1e-9));
    assertThat(PerfJoules.parse("").between(0, 1)).isEmpty();
  }

  @Test
  void measuresWithTheEventsThatAreThere() throws Exception {
    FakeHost host = new FakeHost(directory).withProgram("perf", PERF);
    Probed<EnergyMeter> found = PerfEnergyMeter.find(host);
    EnergyMeter meter = found.instrument().orElseThrow();
    assertThat(found.capability().found()).isEqualTo("perf events power/energy-pkg/");

    EnergyMeter.Reading reading = meter.begin();
    long begin = System.nanoTime();
    Thread.sleep(400);
    double seconds = (System.nanoTime() - begin) / 1e9;

    assertThat(reading.end().orElseThrow()).isCloseTo(10 * seconds, within(4 * seconds));
  }

  @Test
  void aPerfThatEndsGivesNothing() throws Exception {
    FakeHost host = new FakeHost(directory).withProgram("perf", PERF);
    EnergyMeter meter = PerfEnergyMeter.find(host).instrument().orElseThrow();
    host.withProgram("perf", "exit 1");

    assertThat(meter.begin().end()).isEmpty();
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    FakeHost host = new FakeHost(directory);
    assertThat(PerfEnergyMeter.find(host).capability().remedy()).contains("linux-perf");

    host.withProgram(
        "perf", "echo 'Consider adjusting /proc/sys/kernel/perf_event_paranoid'; exit 1");
    assertThat(PerfEnergyMeter.find(host).capability().remedy())
        .isEqualTo("run as root, or sysctl kernel.perf_event_paranoid=0");

    host.withProgram("perf", "echo 'Cannot find PMU power'; exit 129");
    assertThat(PerfEnergyMeter.find(host).capability().found())
        .isEqualTo("perf has no event power/energy-pkg/");
  }

  @Test
  void perfStandsInForRapl() throws Exception {
    FakeHost host = new FakeHost(directory).withProgram("perf", PERF);
    FakeMachines.rapl(host, "intel-rapl:0", "package-0", 1000);
    host.unreadable("/sys/class/powercap/intel-rapl:0/energy_uj");

    EnergyProbe found = EnergyProbe.find(host, InstrumentSettings.defaults());

    assertThat(found.meter().orElseThrow().describe()).isEqualTo("perf power/energy-pkg/");
    assertThat(found.capabilities())
        .extracting(Capability::state)
        .containsExactly(Capability.State.MISSING, Capability.State.AVAILABLE);
  }
}
