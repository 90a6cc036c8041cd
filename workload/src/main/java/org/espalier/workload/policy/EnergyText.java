package org.espalier.workload.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.workload.document.Quantities;

/**
 * Budgets of energy as studies write them: the budget of a period, its length, when the first one
 * begins, and the filter. Length and start mean nothing without a budget.
 */
final class EnergyText {
  private static final String NONE = "none";
  private static final String ADAPTIVE = "adaptive";
  private static final String FIXED = "fixed ";
  private static final Duration DAY = Duration.ofHours(24);

  private EnergyText() {}

  static EnergySettings withBudget(EnergySettings energy, OptionText text) {
    OptionalDouble joules =
        text.is(NONE)
            ? OptionalDouble.empty()
            : OptionalDouble.of(Quantities.joules(text.word()).orElseThrow(text::unfit));
    EnergyPeriod period = period(energy, text.tick());
    return with(energy, new EnergyPeriod(period.start(), period.end(), joules), text.tick());
  }

  static String budget(EnergySettings energy) {
    OptionalDouble joules =
        energy.periods().isEmpty()
            ? OptionalDouble.empty()
            : energy.periods().getFirst().budgetJoules();
    return joules.isEmpty()
        ? NONE
        : BigDecimal.valueOf(joules.getAsDouble()).stripTrailingZeros().toPlainString() + " J";
  }

  /** The period that is repeated; a day without a budget where nothing is said. */
  private static EnergyPeriod period(EnergySettings energy, Duration tick) {
    return energy.periods().isEmpty() ? day(tick) : energy.periods().getFirst();
  }

  private static EnergyPeriod day(Duration tick) {
    return new EnergyPeriod(0, DAY.dividedBy(tick), OptionalDouble.empty());
  }

  private static EnergySettings with(EnergySettings energy, EnergyPeriod period, Duration tick) {
    List<EnergyPeriod> periods = period.equals(day(tick)) ? List.of() : List.of(period);
    return new EnergySettings(periods, energy.filter());
  }

  static EnergySettings withLength(EnergySettings energy, OptionText text) {
    long ticks = ticks(text);
    if (ticks < 1) {
      throw text.unfit();
    }
    EnergyPeriod period = period(energy, text.tick());
    return with(
        energy,
        new EnergyPeriod(period.start(), period.start() + ticks, period.budgetJoules()),
        text.tick());
  }

  static String length(EnergySettings energy, Duration tick) {
    EnergyPeriod period = period(energy, tick);
    return Quantities.text(tick.multipliedBy(period.end() - period.start()));
  }

  static EnergySettings withStart(EnergySettings energy, OptionText text) {
    EnergyPeriod period = period(energy, text.tick());
    long start = ticks(text);
    long end = start + period.end() - period.start();
    return with(energy, new EnergyPeriod(start, end, period.budgetJoules()), text.tick());
  }

  static String start(EnergySettings energy, Duration tick) {
    return Quantities.text(tick.multipliedBy(period(energy, tick).start()));
  }

  private static long ticks(OptionText text) {
    return Quantities.duration(text.word()).orElseThrow(text::unfit).dividedBy(text.tick());
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
