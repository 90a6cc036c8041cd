package org.espalier.profiler.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.espalier.profiler.probe.CacheSimulation;
import org.espalier.profiler.probe.Counters;
import org.espalier.profiler.probe.EnergyMeter;
import org.espalier.profiler.probe.Instruments;
import org.espalier.profiler.probe.NoiseWatch;
import org.espalier.profiler.probe.Topology;
import org.espalier.profiler.sample.Counts;

/** Instruments that tell what a test wants, by shell scripts where they are around a command. */
final class ScriptedInstruments {
  private final List<Double> ownProcessorSeconds = new ArrayList<>();
  private int openReadings;

  /** Processor seconds that the noise watch was told. */
  List<Double> ownProcessorSeconds() {
    return ownProcessorSeconds;
  }

  /** Energy readings that were begun and not ended. */
  int openReadings() {
    return openReadings;
  }

  /** All instruments. */
  Instruments all() {
    return new Instruments(
        new Topology(
            List.of(0, 1), List.of(List.of(0, 1)), List.of(), List.of(List.of(0), List.of(1))),
        Optional.of(new ScriptedCounters()),
        Optional.of(new TwoJoules()),
        Optional.empty(),
        Optional.of(new ScriptedSimulation()),
        this::watch,
        List.of(),
        Map.of());
  }

  private NoiseWatch.Watch watch() {
    return own -> {
      ownProcessorSeconds.add(own);
      return List.of(NoiseWatch.Noise.OTHER_LOAD);
    };
  }

  /** Runs a command, hides its signals as perf does, and writes three numbers. */
  private static final class ScriptedCounters implements Counters {
    @Override
    public List<String> around(List<String> command, String file) {
      String script =
          """
          file=$1; shift
          "$@" 2>/dev/null; code=$?
          echo 0.125 1000 50 >"$file"
          [ $code = 139 ] && echo "$1: Segmentation fault" && exit 0
          exit $code
          """;
      return Stream.concat(Stream.of("sh", "-c", script, "sh", file), command.stream()).toList();
    }

    @Override
    public Counted read(String text) {
      if (text.isEmpty()) {
        OptionalDouble none = OptionalDouble.empty();
        return new Counted(none, none, none, Counts.NONE);
      }
      String[] numbers = text.split(" ");
      return new Counted(
          OptionalDouble.of(Double.parseDouble(numbers[0])),
          OptionalDouble.of(0.0625),
          OptionalDouble.of(0.03125),
          new Counts(
              OptionalDouble.of(Double.parseDouble(numbers[1])),
              OptionalDouble.of(Double.parseDouble(numbers[2])),
              OptionalDouble.of(0.75),
              false));
    }
  }

  /** Two joules for each measurement. */
  private final class TwoJoules implements EnergyMeter {
    @Override
    public String describe() {
      return "two joules";
    }

    @Override
    public Reading begin() {
      openReadings++;
      return () -> {
        openReadings--;
        return OptionalDouble.of(2);
      };
    }
  }

  /** Runs a command, and writes what it would have counted. */
  private static final class ScriptedSimulation implements CacheSimulation {
    @Override
    public List<String> around(List<String> command, String file) {
      String script = "file=$1; shift; echo 7000 >\"$file\"; \"$@\"";
      return Stream.concat(Stream.of("sh", "-c", script, "sh", file), command.stream()).toList();
    }

    @Override
    public Counts read(String text) {
      return Counts.simulated(Double.parseDouble(text), 70);
    }
  }
}
