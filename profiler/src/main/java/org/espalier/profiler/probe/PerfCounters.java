package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.espalier.profiler.sample.Counts;

/**
 * Counters by {@code perf stat} with the events that a machine was found to have.
 *
 * <p>{@code perf} divides a count by the share of the time in which it was counted, on each unit of
 * a hybrid processor for itself. A run that was on both kinds of core so has two counts, each as if
 * it had been there all the time; weighted with their shares they give the count of the whole.
 *
 * <p>The environment of the command stays as it is: numbers are read with points and commas.
 *
 * @param times which of the times {@code perf} can tell
 * @param misses the events whose sum are the misses of the last level; none if empty
 * @param modifier behind the names of events of the hardware, as ":u"
 */
record PerfCounters(String perf, List<String> times, List<String> misses, String modifier)
    implements Counters {
  static final String DURATION = "duration_time";
  static final String USER = "user_time";
  static final String SYSTEM = "system_time";
  static final String INSTRUCTIONS = "instructions";

  @Override
  public List<String> around(List<String> command, String file) {
    List<String> words = new ArrayList<>(List.of(perf, "stat", "-x", PerfLine.SEPARATOR));
    words.addAll(List.of("-o", file, "-e", events(), "--"));
    words.addAll(command);
    return List.copyOf(words);
  }

  private String events() {
    return String.join(
        ",", Stream.concat(times.stream(), hardware(misses, modifier).stream()).toList());
  }

  /** The events of the hardware: instructions and those that tell misses. */
  static List<String> hardware(List<String> misses, String modifier) {
    return Stream.concat(Stream.of(INSTRUCTIONS), misses.stream())
        .map(event -> event + modifier)
        .toList();
  }

  @Override
  public Counted read(String text) {
    List<PerfLine> lines = PerfLine.parse(text);
    OptionalDouble seconds = count(lines, DURATION);
    return new Counted(
        seconds,
        processorTime(lines, USER, seconds),
        processorTime(lines, SYSTEM, seconds),
        new Counts(
            count(lines, INSTRUCTIONS),
            sumOfMisses(lines),
            hardware(misses, "").stream().mapToDouble(event -> share(lines, event)).min(),
            false));
  }

  /** A time of nothing is told as not counted. */
  private OptionalDouble processorTime(List<PerfLine> lines, String event, OptionalDouble seconds) {
    boolean told = lines.stream().anyMatch(line -> line.event().equals(event) && line.supported());
    OptionalDouble time = count(lines, event);
    return time.isEmpty() && told && seconds.isPresent() ? OptionalDouble.of(0) : time;
  }

  private OptionalDouble sumOfMisses(List<PerfLine> lines) {
    List<OptionalDouble> counts = misses.stream().map(event -> count(lines, event)).toList();
    return counts.isEmpty() || counts.stream().anyMatch(OptionalDouble::isEmpty)
        ? OptionalDouble.empty()
        : OptionalDouble.of(counts.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
  }

  private static OptionalDouble count(List<PerfLine> lines, String event) {
    List<PerfLine> counted = counted(lines, event);
    double shares = counted.stream().mapToDouble(PerfLine::share).sum();
    return shares == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            counted.stream().mapToDouble(line -> line.value().orElseThrow() * line.share()).sum()
                / shares);
  }

  private static double share(List<PerfLine> lines, String event) {
    return Math.min(1, counted(lines, event).stream().mapToDouble(PerfLine::share).sum());
  }

  private static List<PerfLine> counted(List<PerfLine> lines, String event) {
    return lines.stream()
        .filter(line -> line.event().equals(event) && line.value().isPresent())
        .toList();
  }
}
