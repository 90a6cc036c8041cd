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
 */
record StoryWords(Optional<HcSystem> system, long begin) {
  /** Numbers below it have no digit in three decimals. */
  private static final double SMALL = 0.0005;

  static StoryWords of(HcSystem system, long begin) {
    return new StoryWords(Optional.of(system), begin);
  }

  String machine(int index) {
    return system.map(s -> s.machines().get(index).name()).orElse("machine " + index);
  }

  String taskType(int index) {
    return system.map(s -> s.taskTypes().get(index).name()).orElse("type " + index);
  }

  /** A time with its unit. */
  String time(double ticks, TimeScale scale) {
    return number(ticks, scale) + " " + unit(scale);
  }

  /** A point in time with its unit, by the clock of the workload. */
  String moment(double ticks, TimeScale scale) {
    return time(begin + ticks, scale);
  }

  /** A time without its unit. */
  String number(double ticks, TimeScale scale) {
    return system.isPresent() ? scale.text(ticks) : String.format(Locale.ROOT, "%,.0f", ticks);
  }

  String unit(TimeScale scale) {
    return system.isPresent() ? scale.unit() : "ticks";
  }

  /** The scale for times up to a greatest one. */
  TimeScale scale(long greatest) {
    return system
        .map(s -> TimeScale.of(s.tick(), greatest))
        .orElseGet(() -> new TimeScale("ticks", 1, 0));
  }

  /** A number that a decision was based on. */
  String basis(Basis basis, TimeScale scale) {
    boolean isMoment = Basis.isMoment(basis.measure());
    boolean isDuration = Basis.isDuration(basis.measure());
    boolean isChance = basis.measure().contains("chance of success");
    DoubleFunction<String> text =
        number ->
            isMoment
                ? moment(number, scale)
                : isDuration
                    ? time(number, scale)
                    : isChance ? chance(number) : StoryWords.number(number);
    String value = text.apply(basis.value());
    String limit = text.apply(basis.limit());
    String against = Double.isNaN(basis.limit()) ? "" : " against " + limit;
    return "%s %s%s".formatted(basis.measure(), value, against);
  }

  /** A number that may be far smaller than a chance, as one for each tick. */
  private static String number(double value) {
    boolean isSmall = value != 0 && Math.abs(value) < SMALL;
    return isSmall ? String.format(Locale.ROOT, "%.3g", value) : chance(value);
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
