package org.espalier.workload.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.workload.document.Quantities;

/**
 * Budgets of energy as studies write them, with the length of periods, when the first one begins,
 * and the filter. A budget is that of a period, or of the first periods, the last one being for all
 * that follow. Length and start mean nothing without a budget. Periods follow one another, so that
 * none overlap.
 */
final class EnergyText {
  private static final String NONE = "none";
  private static final String THEN = " then ";
  private static final String BEFORE = "-";
  private static final String ADAPTIVE = "adaptive";
  private static final String FIXED = "fixed ";
  private static final Duration DAY = Duration.ofHours(24);

  private EnergyText() {}

  static EnergySettings withBudget(EnergySettings energy, OptionText text) {
    List<OptionalDouble> budgets =
        Arrays.stream(text.word().split(THEN, -1)).map(each -> joules(each.strip(), text)).toList();
    return laidOut(energy, first(energy, text.tick()), budgets, text.tick());
  }

  private static OptionalDouble joules(String budget, OptionText text) {
    if (budget.equals(NONE)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        Quantities.joules(budget).filter(joules -> joules > 0).orElseThrow(text::unfit));
  }

  static String budget(EnergySettings energy) {
    return budgets(energy).stream().map(EnergyText::budget).collect(Collectors.joining(THEN));
  }

  private static String budget(OptionalDouble joules) {
    return joules.isEmpty()
        ? NONE
        : BigDecimal.valueOf(joules.getAsDouble()).stripTrailingZeros().toPlainString() + " J";
  }

  private static List<OptionalDouble> budgets(EnergySettings energy) {
    return energy.periods().isEmpty()
        ? List.of(OptionalDouble.empty())
        : energy.periods().stream().map(EnergyPeriod::budgetJoules).toList();
  }

  /** The first period; a day without a budget where nothing is said. */
  private static EnergyPeriod first(EnergySettings energy, Duration tick) {
    return energy.periods().isEmpty() ? day(tick) : energy.periods().getFirst();
  }

  private static EnergyPeriod day(Duration tick) {
    return new EnergyPeriod(0, DAY.dividedBy(tick), OptionalDouble.empty());
  }

  /** Periods with these budgets, one after the other, which begin and last as the first one. */
  private static EnergySettings laidOut(
      EnergySettings energy, EnergyPeriod first, List<OptionalDouble> budgets, Duration tick) {
    long length = first.end() - first.start();
    List<EnergyPeriod> periods = new ArrayList<>();
    for (OptionalDouble budget : budgets) {
      long start = Math.addExact(first.start(), Math.multiplyExact(periods.size(), length));
      periods.add(new EnergyPeriod(start, Math.addExact(start, length), budget));
    }
    boolean said = !periods.equals(List.of(day(tick)));
    return new EnergySettings(said ? periods : List.of(), energy.filter());
  }

  static EnergySettings withLength(EnergySettings energy, OptionText text) {
    Duration length = text.duration();
    if (length.compareTo(text.tick()) < 0) {
      throw new IllegalArgumentException(
          "an energy period of %s is shorter than a tick of %s; give at least one tick"
              .formatted(Quantities.text(length), Quantities.text(text.tick())));
    }
    EnergyPeriod first = first(energy, text.tick());
    long end = Math.addExact(first.start(), length.dividedBy(text.tick()));
    return laidOut(
        energy,
        new EnergyPeriod(first.start(), end, first.budgetJoules()),
        budgets(energy),
        text.tick());
  }

  static String length(EnergySettings energy, Duration tick) {
    EnergyPeriod first = first(energy, tick);
    return Quantities.text(tick.multipliedBy(first.end() - first.start()));
  }

  static EnergySettings withStart(EnergySettings energy, OptionText text) {
    boolean before = text.word().startsWith(BEFORE);
    String distance = before ? text.word().substring(BEFORE.length()) : text.word();
    long ticks = Quantities.duration(distance).orElseThrow(text::unfit).dividedBy(text.tick());
    EnergyPeriod first = first(energy, text.tick());
    long start = before ? -ticks : ticks;
    long end = Math.addExact(start, first.end() - first.start());
    return laidOut(
        energy, new EnergyPeriod(start, end, first.budgetJoules()), budgets(energy), text.tick());
  }

  static String start(EnergySettings energy, Duration tick) {
    long start = first(energy, tick).start();
    return (start < 0 ? BEFORE : "") + Quantities.text(tick.multipliedBy(Math.abs(start)));
  }

  static EnergySettings withFilter(EnergySettings energy, OptionText text) {
    return new EnergySettings(energy.periods(), filter(text));
  }

  private static TaskBudget filter(OptionText text) {
    if (text.is(NONE)) {
      return new TaskBudget.Unlimited();
    }
    if (text.is(ADAPTIVE)) {
      return new TaskBudget.Adaptive();
    }
    if (!text.word().startsWith(FIXED)) {
      throw text.unfit();
    }
    String leniency = text.word().substring(FIXED.length()).strip();
    return new TaskBudget.Fixed(
        new OptionText(leniency, text.tick()).number(Double.MIN_VALUE, 1e9));
  }

  static String filter(EnergySettings energy) {
    return switch (energy.filter()) {
      case TaskBudget.Unlimited none -> NONE;
      case TaskBudget.Adaptive adaptive -> ADAPTIVE;
      case TaskBudget.Fixed fixed -> FIXED + OptionText.of(fixed.leniency());
    };
  }
}
