package org.espalier.cli.study;

import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.column.NumberText;

/**
 * The words of a story: names and times, of a system where it is known, else numbers and ticks.
 *
 * @param system the system, if known
 * @param begin when the trial began by the clock of its workload, from which the times of a story
 *     count, in ticks
 * @param scale of times
 */
record StoryWords(Optional<HcSystem> system, long begin, TimeScale scale) {
  /** Those of a story whose times go up to a greatest one. */
  static StoryWords of(Optional<HcSystem> system, long begin, long greatest) {
    Optional<TimeScale> known = system.map(s -> TimeScale.of(s.tick(), greatest));
    return new StoryWords(system, begin, known.orElse(new TimeScale("ticks", 1, 0)));
  }

  String machine(int index) {
    return system.map(s -> s.machines().get(index).name()).orElse("machine " + index);
  }

  String taskType(int index) {
    return system.map(s -> s.taskTypes().get(index).name()).orElse("type " + index);
  }

  /** A time with its unit. */
  String time(double ticks) {
    return number(ticks) + " " + scale.unit();
  }

  /** A point in time with its unit, by the clock of the workload. */
  String moment(double ticks) {
    return time(begin + ticks);
  }

  /** The same without its unit. */
  String clock(double ticks) {
    return number(begin + ticks);
  }

  /** A time without its unit. */
  private String number(double ticks) {
    return system.isPresent() ? scale.text(ticks) : String.format(Locale.ROOT, "%,.0f", ticks);
  }

  /** A number that a decision was based on. */
  String basis(Basis basis) {
    boolean isMoment = Basis.isMoment(basis.measure());
    boolean isDuration = Basis.isDuration(basis.measure());
    boolean isChance = basis.measure().contains("chance of success");
    DoubleFunction<String> text =
        number ->
            isMoment
                ? moment(number)
                : isDuration ? time(number) : isChance ? chance(number) : small(number);
    String value = text.apply(basis.value());
    String limit = text.apply(basis.limit());
    String against = Double.isNaN(basis.limit()) ? "" : " against " + limit;
    return "%s %s%s".formatted(basis.measure(), value, against);
  }

  /** A number that may be far smaller than a chance, as one for each tick. */
  private static String small(double value) {
    return Math.abs(value) < 1 ? NumberText.ofAnySize(value) : chance(value);
  }

  /** A chance, or another number of a basis. */
  static String chance(double value) {
    if (Double.isInfinite(value)) {
      return value < 0 ? "none" : "infinity";
    }
    boolean whole = value == Math.rint(value) && Math.abs(value) > 1;
    return NumberText.fixed(value, whole ? 0 : 3);
  }
}
