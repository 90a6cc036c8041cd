package org.espalier.workload.policy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.core.budget.CalendarUnit;
import org.espalier.core.budget.CivilTime;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.Tariff;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.Cycle;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * Budgets of energy as studies write them, with the length of periods, when the first one begins,
 * what energy costs when, and the filter. A budget is that of a period, or of the first periods,
 * the last one being for all that follow. Length and start mean nothing without a budget. Periods
 * follow one another, so that none overlap.
 */
final class EnergyText {
  private static final String NONE = "none";
  private static final String THEN = " then ";
  private static final String BEFORE = "-";
  private static final String ADAPTIVE = "adaptive";
  private static final String FIXED = "fixed ";
  private static final String FROM = " from ";
  private static final Duration DAY = Duration.ofHours(24);

  /** Amounts of money and CO2; what they are of the unit of the tariff. */
  private static final Pattern AMOUNT = Pattern.compile("(\\S+) (money|g CO2|kg CO2|t CO2)");

  private static final Map<String, Double> OF_UNIT =
      Map.of("money", 1.0, "g CO2", 1e-3, "kg CO2", 1.0, "t CO2", 1e3);

  /** Before the probability with which a budget is kept. */
  private static final String AT = " at ";

  private static final double LEAST_SURE = 0.5;
  private static final double MOST_SURE = 0.9999;

  /** Amounts of money and CO2 are written to so many digits. */
  private static final MathContext DIGITS = new MathContext(12);

  /** No kWh costs more, in money or grams of CO2. */
  static final double DEAREST = 1e9;

  private EnergyText() {}

  static EnergySettings withBudget(EnergySettings energy, OptionText text) {
    String[] sure = text.word().split(AT, 2);
    double probability =
        sure.length == 1 ? 0 : new OptionText(sure[1], text.tick()).number(LEAST_SURE, MOST_SURE);
    List<String> parts = Arrays.stream(sure[0].split(THEN, -1)).map(String::strip).toList();
    if (probability > 0 && parts.stream().allMatch(NONE::equals)) {
      throw text.unfit();
    }
    Tariff tariff = inUnitOf(energy, parts, energy.joulesPerWorth().isEmpty(), text);
    List<OptionalDouble> budgets = parts.stream().map(part -> joules(part, tariff, text)).toList();
    return laidOut(
        energy.withTariff(tariff).withProbability(probability),
        first(energy, text.tick()),
        budgets,
        text.tick());
  }

  static EnergySettings withPerWorth(EnergySettings energy, OptionText text) {
    Tariff tariff = inUnitOf(energy, List.of(text.word()), !energy.hasBudgetFrom(0), text);
    return energy.withTariff(tariff).withJoulesPerWorth(joules(text.word(), tariff, text));
  }

  static String perWorth(EnergySettings energy) {
    return amount(energy.joulesPerWorth(), energy.tariff());
  }

  /**
   * The tariff in the unit of some amounts.
   *
   * @param areAll whether there are no others, whose unit they must have
   */
  private static Tariff inUnitOf(
      EnergySettings energy, List<String> amounts, boolean areAll, OptionText text) {
    Tariff before = energy.tariff();
    Set<Tariff.Unit> units =
        amounts.stream()
            .filter(amount -> !amount.equals(NONE))
            .map(amount -> unit(amount, text))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Tariff.Unit.class)));
    if (!areAll) {
      units.add(before.unit());
    }
    Arguments.refuse(
        units.size() > 1,
        "amounts of energy are in %s; give all in one unit",
        units.stream().map(Tariff.Unit::text).collect(Collectors.joining(", ")));
    Tariff.Unit unit = units.isEmpty() ? Tariff.Unit.ENERGY : units.iterator().next();
    return new Tariff(unit, before.money(), before.carbon(), before.time());
  }

  private static Tariff.Unit unit(String amount, OptionText text) {
    Matcher parts = AMOUNT.matcher(amount);
    boolean isEnergy = positive(amount, text) > 0 && !parts.matches();
    return isEnergy
        ? Tariff.Unit.ENERGY
        : parts.group(2).equals("money") ? Tariff.Unit.MONEY : Tariff.Unit.CARBON;
  }

  private static double positive(String amount, OptionText text) {
    Matcher parts = AMOUNT.matcher(amount);
    double value =
        parts.matches()
            ? Numbers.real(parts.group(1)).orElse(-1) * OF_UNIT.getOrDefault(parts.group(2), 1.0)
            : Quantities.joules(amount).orElse(-1.0);
    if (value > 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw text.unfit();
  }

  /** An amount in joules at the mean price; empty if there is none. */
  private static OptionalDouble joules(String amount, Tariff tariff, OptionText text) {
    return amount.equals(NONE)
        ? OptionalDouble.empty()
        : OptionalDouble.of(positive(amount, text) / tariff.perJoule());
  }

  static String budget(EnergySettings energy) {
    return budgets(energy).stream()
        .map(joules -> amount(joules, energy.tariff()))
        .collect(
            Collectors.joining(
                THEN, "", energy.probability() == 0 ? "" : AT + energy.probability()));
  }

  private static String amount(OptionalDouble joules, Tariff tariff) {
    return joules.isEmpty()
        ? NONE
        : "%s %s"
            .formatted(
                inUnit(joules.getAsDouble(), tariff).stripTrailingZeros().toPlainString(),
                tariff.unit().text());
  }

  private static BigDecimal inUnit(double joules, Tariff tariff) {
    return tariff.unit() == Tariff.Unit.ENERGY
        ? BigDecimal.valueOf(joules)
        : BigDecimal.valueOf(joules * tariff.perJoule()).round(DIGITS);
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
    boolean said = energy.calendar().isPresent() || !periods.equals(List.of(day(tick)));
    return energy.withPeriods(said ? periods : List.of());
  }

  static EnergySettings withLength(EnergySettings energy, OptionText text) {
    for (CalendarUnit unit : CalendarUnit.values()) {
      if (text.is(Names.word(unit))) {
        EnergySettings by = on(energy, energy.tariff().time(), text.tick());
        return laidOut(
            by.withCalendar(Optional.of(unit)), day(text.tick()), budgets(energy), text.tick());
      }
    }
    Duration length = text.duration();
    Arguments.refuse(
        length.compareTo(text.tick()) < 0,
        "an energy period of %s is shorter than a tick of %s; give at least one tick",
        Quantities.text(length),
        Quantities.text(text.tick()));
    EnergyPeriod first = first(energy, text.tick());
    long end = Math.addExact(first.start(), length.dividedBy(text.tick()));
    return laidOut(
        energy.withCalendar(Optional.empty()),
        new EnergyPeriod(first.start(), end, first.budgetJoules()),
        budgets(energy),
        text.tick());
  }

  static String length(EnergySettings energy, Duration tick) {
    EnergyPeriod first = first(energy, tick);
    return energy
        .calendar()
        .map(Names::word)
        .orElseGet(() -> Quantities.text(tick.multipliedBy(first.end() - first.start())));
  }

  static EnergySettings withStart(EnergySettings energy, OptionText text) {
    boolean before = text.word().startsWith(BEFORE);
    String distance = before ? text.word().substring(BEFORE.length()) : text.word();
    long ticks = Quantities.duration(distance).orElseThrow(text::unfit).dividedBy(text.tick());
    Arguments.refuse(
        energy.calendar().isPresent() && ticks != 0,
        "energy_start is %s, and a day of the calendar begins at midnight; leave it out, and give"
            + " energy_zone if that is not that of UTC",
        text.word());
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

  /** On a clock with the tick of the system. */
  private static EnergySettings on(EnergySettings energy, CivilTime time, Duration tick) {
    return energy.on(new CivilTime(time.origin(), time.zone(), tick));
  }

  static EnergySettings withZone(EnergySettings energy, OptionText text) {
    String[] parts = text.word().split(FROM, 2);
    try {
      String zone = Quantities.zone(parts[0].strip()).getId();
      CivilTime time = CivilTime.of(zone, parts.length > 1 ? parts[1].strip() : "");
      boolean isSaid =
          !time.equals(CivilTime.SINCE_A_MONDAY) || !energy.tariff().equals(Tariff.FLAT);
      return isSaid ? on(energy, time, text.tick()) : energy;
    } catch (DateTimeException e) {
      throw text.unfit();
    }
  }

  static String zone(EnergySettings energy) {
    CivilTime time = energy.tariff().time();
    String zone = time.zone().getId();
    return time.origin().equals(CivilTime.of(zone, "").origin())
        ? zone
        : zone + FROM + time.origin();
  }

  static EnergySettings withPrice(EnergySettings energy, OptionText text) {
    Tariff old = energy.tariff();
    return repriced(
        energy, new Tariff(old.unit(), cycle(text), old.carbon(), old.time()), text.tick());
  }

  static EnergySettings withCarbon(EnergySettings energy, OptionText text) {
    Tariff old = energy.tariff();
    return repriced(
        energy, new Tariff(old.unit(), old.money(), cycle(text), old.time()), text.tick());
  }

  /** With the same amounts at other prices. */
  private static EnergySettings repriced(EnergySettings energy, Tariff tariff, Duration tick) {
    if (tariff.equals(energy.tariff())) {
      return energy;
    }
    double ratio = energy.tariff().perJoule() / tariff.perJoule();
    List<EnergyPeriod> periods =
        energy.periods().stream()
            .map(period ->
                new EnergyPeriod(
                    period.start(), period.end(), scaled(period.budgetJoules(), ratio)))
            .toList();
    return on(
        energy
            .withTariff(tariff)
            .withPeriods(periods)
            .withJoulesPerWorth(scaled(energy.joulesPerWorth(), ratio)),
        tariff.time(),
        tick);
  }

  private static OptionalDouble scaled(OptionalDouble joules, double ratio) {
    return joules.isEmpty() ? joules : OptionalDouble.of(joules.getAsDouble() * ratio);
  }

  /** Numbers for equal parts of a day or the hours of a week; one is for all time. */
  private static Optional<Cycle> cycle(OptionText text) {
    if (text.is(NONE)) {
      return Optional.empty();
    }
    List<Double> values =
        Arrays.stream(text.word().split(" +"))
            .map(value -> new OptionText(value, text.tick()).number(0, DEAREST))
            .toList();
    return Optional.of(Cycle.ofDayOrWeek(values).orElseThrow(text::unfit));
  }

  static String cycle(Optional<Cycle> cycle) {
    return cycle
        .map(each -> each.values().stream().map(OptionText::of).collect(Collectors.joining(" ")))
        .orElse(NONE);
  }

  static EnergySettings withFilter(EnergySettings energy, OptionText text) {
    return energy.withFilter(filter(text));
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
