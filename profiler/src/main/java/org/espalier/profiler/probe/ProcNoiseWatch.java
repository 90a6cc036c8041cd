package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.profiler.host.Host;

/**
 * Watches a machine through what the kernel counts: processor time, stolen time, frequencies, and
 * how often cores were throttled.
 *
 * <p>To stay cheap, the frequencies and throttling of only the first {@value #MOST_CORES} cores are
 * looked at. The kernel counts processor time in hundredths of a second, so less than some of these
 * says nothing.
 */
final class ProcNoiseWatch implements NoiseWatch {
  /** Of which frequencies are read. */
  static final int MOST_CORES = 8;

  private static final double SECONDS_PER_TICK = 0.01;
  private static final double LEAST_SECONDS = 0.05;
  private static final double OTHER_SHARE = 0.1;
  private static final double STOLEN_SHARE = 0.01;
  private static final double FREQUENCY_SHARE = 0.1;
  private static final double NANOS = 1e9;

  private final Host host;
  private final LongSupplier nanoClock;
  private final List<String> files;
  private final int frequencies;

  /**
   * Looks once for the files that are there.
   *
   * @param cores the cores of the machine
   */
  ProcNoiseWatch(Host host, List<Integer> cores, LongSupplier nanoClock) {
    this.host = host;
    this.nanoClock = nanoClock;
    List<String> some =
        cores.stream()
            .limit(MOST_CORES)
            .map(core -> "%s/cpu%s/".formatted(TopologyReader.CPUS, core))
            .toList();
    List<String> speeds = thatAreThere(some.stream().map(cpu -> cpu + "cpufreq/scaling_cur_freq"));
    List<String> throttles =
        thatAreThere(
            some.stream()
                .flatMap(cpu ->
                    Stream.of("core", "package")
                        .map(of -> cpu + "thermal_throttle/" + of + "_throttle_count")));
    this.frequencies = speeds.size();
    this.files = Stream.of(List.of("/proc/stat"), speeds, throttles).flatMap(List::stream).toList();
  }

  private List<String> thatAreThere(Stream<String> wanted) {
    List<String> all = wanted.toList();
    List<Optional<String>> texts = host.readAll(all);
    return IntStream.range(0, all.size())
        .filter(i -> texts.get(i).isPresent())
        .mapToObj(all::get)
        .toList();
  }

  /** Returns what it watches. */
  Capability capability() {
    List<String> watched = new ArrayList<>(List.of("load of others, stolen time"));
    if (frequencies > 0) {
      watched.add("frequencies");
    }
    if (files.size() > 1 + frequencies) {
      watched.add("throttling");
    }
    String found = String.join(", ", watched);
    return watched.size() == 3
        ? Capability.available("noise", found)
        : Capability.replaced(
            "noise",
            found + "; nothing else is told",
            Missing.hardware(host, "cpufreq and thermal_throttle of the kernel"));
  }

  @Override
  public Watch begin() {
    State before = look();
    return own -> noise(before, look(), own);
  }

  /**
   * What was seen at one time.
   *
   * @param busy seconds of all processors, stolen time left out
   * @param hertz the highest frequency; 0 if unknown
   */
  private record State(long nanos, double busy, double stolen, double hertz, double throttles) {}

  private State look() {
    List<Optional<String>> texts = host.readAll(files);
    List<Double> ticks = ticks(texts.getFirst().orElse(""));
    return new State(
        nanoClock.getAsLong(),
        (tick(ticks, 0) + tick(ticks, 1) + tick(ticks, 2) + tick(ticks, 5) + tick(ticks, 6))
            * SECONDS_PER_TICK,
        tick(ticks, 7) * SECONDS_PER_TICK,
        numbers(texts.subList(1, 1 + frequencies)).max().orElse(0) * 1000,
        numbers(texts.subList(1 + frequencies, texts.size())).sum());
  }

  private static List<Double> ticks(String stat) {
    return stat.lines()
        .filter(line -> line.startsWith("cpu "))
        .flatMap(line -> Stream.of(line.substring(4).strip().split("\\s+")))
        .map(Double::valueOf)
        .toList();
  }

  private static double tick(List<Double> ticks, int column) {
    return column < ticks.size() ? ticks.get(column) : 0;
  }

  private static DoubleStream numbers(List<Optional<String>> texts) {
    return texts.stream()
        .flatMap(Optional::stream)
        .filter(text -> text.matches("\\d{1,15}"))
        .mapToDouble(Double::parseDouble);
  }

  private static List<Noise> noise(State before, State after, double own) {
    double seconds = (after.nanos - before.nanos) / NANOS;
    List<Noise> noise = new ArrayList<>();
    if (after.busy - before.busy - own > LEAST_SECONDS + OTHER_SHARE * seconds) {
      noise.add(Noise.OTHER_LOAD);
    }
    if (after.stolen - before.stolen > LEAST_SECONDS + STOLEN_SHARE * seconds) {
      noise.add(Noise.STOLEN_TIME);
    }
    if (Math.abs(after.hertz - before.hertz) > FREQUENCY_SHARE * before.hertz) {
      noise.add(Noise.FREQUENCY_CHANGED);
    }
    if (after.throttles > before.throttles) {
      noise.add(Noise.THROTTLED);
    }
    return List.copyOf(noise);
  }
}
