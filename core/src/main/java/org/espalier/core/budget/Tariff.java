package org.espalier.core.budget;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.TimeSpan;

/**
 * What energy costs by the hour of the day or the week, in what its budget is given in. A joule
 * costs as much as {@link #factor} joules at the mean price, and all budgets and prices of energy
 * are in such joules.
 *
 * @param unit what budgets are given in
 * @param money the price of a kWh in money, where it is known
 * @param carbon the grams of CO2 of a kWh, where they are known
 * @param time when hours are
 * @param shape what a joule costs in the unit by the hour, of what it costs in the mean; empty
 *     where that is always the same
 */
public record Tariff(
    Unit unit,
    Optional<Cycle> money,
    Optional<Cycle> carbon,
    CivilTime time,
    Optional<Cycle> shape) {
  /** Energy costs the same at all times. */
  public static final Tariff FLAT =
      new Tariff(Unit.ENERGY, Optional.empty(), Optional.empty(), CivilTime.SINCE_A_MONDAY);

  private static final double JOULES_PER_KWH = 3.6e6;
  private static final double GRAMS_PER_KG = 1e3;

  /** What a budget may be given in. */
  public enum Unit {
    ENERGY("J"),
    MONEY("money"),
    CARBON("kg CO2");

    private final String text;

    Unit(String text) {
      this.text = text;
    }

    /** As people write it behind a number. */
    public String text() {
      return text;
    }
  }

  public Tariff {
    if (unit != Unit.ENERGY) {
      Optional<Cycle> its = unit == Unit.MONEY ? money : carbon;
      if (its.isEmpty() || !(its.get().mean() > 0)) {
        throw new IllegalArgumentException(
            "energy is counted in %s, and no hour has a price above 0; give %s by the hour"
                .formatted(unit.text(), unit == Unit.MONEY ? "energy_price" : "energy_carbon"));
      }
    }
  }

  /** One whose shape follows from its prices. */
  public Tariff(Unit unit, Optional<Cycle> money, Optional<Cycle> carbon, CivilTime time) {
    this(unit, money, carbon, time, shape(unit == Unit.MONEY ? money : carbon, unit));
  }

  private static Optional<Cycle> shape(Optional<Cycle> prices, Unit unit) {
    return prices
        .filter(cycle -> unit != Unit.ENERGY && cycle.changes())
        .map(cycle ->
            new Cycle(
                cycle.step(), cycle.values().stream().map(price -> price / cycle.mean()).toList()));
  }

  private Cycle cycle() {
    return (unit == Unit.MONEY ? money : carbon).orElseThrow();
  }

  /** What a joule costs in the mean over time, in the unit. */
  public double perJoule() {
    return switch (unit) {
      case ENERGY -> 1;
      case MONEY -> cycle().mean() / JOULES_PER_KWH;
      case CARBON -> cycle().mean() / GRAMS_PER_KG / JOULES_PER_KWH;
    };
  }

  /** Whether energy costs the same at all times. */
  public boolean isFlat() {
    return shape.isEmpty();
  }

  /** What a joule costs at a time, in joules at the mean price. */
  public double factor(long now) {
    return isFlat() ? 1 : shape.orElseThrow().at(time.sinceMonday(now));
  }

  /** All that a joule may cost, in joules at the mean price, in order. */
  public double[] factors() {
    return isFlat()
        ? new double[] {1}
        : shape.orElseThrow().values().stream()
            .mapToDouble(Double::doubleValue)
            .sorted()
            .distinct()
            .toArray();
  }

  /** The same in the mean from one time to another. */
  public double factor(long from, long to) {
    boolean isOne = to <= from || isFlat() || time.nextQuarter(from) >= to;
    return isOne ? factor(from) : cost(1, from, to, new TimeSpan(from, to));
  }

  /**
   * What energy costs in a span of time, in joules at the mean price. It is taken at a constant
   * rate from one time to another.
   */
  public double cost(double joules, long from, long to, TimeSpan span) {
    if (isFlat() || to <= from) {
      return joules * span.share(from, to) * factor(from);
    }
    double sum = 0;
    for (Map.Entry<Double, Double> part : parts(span.start(), span.end(), from, to).entrySet()) {
      sum += part.getKey() * part.getValue();
    }
    return joules * sum / (to - from);
  }

  /** For how many ticks each price holds from one time to another, by factor. */
  public Map<Double, Double> parts(long from, long to) {
    return isFlat() ? Map.of(1.0, (double) (to - from)) : parts(from, to, from, to);
  }

  private Map<Double, Double> parts(long start, long end, long from, long to) {
    Map<Double, Double> parts = new TreeMap<>();
    long last = Math.min(end, to);
    for (long now = Math.max(start, from); now < last; ) {
      long next = Math.min(last, time.nextQuarter(now));
      parts.merge(factor(now), (double) (next - now), Double::sum);
      now = next;
    }
    return parts;
  }

  /** When the price is next another one; a week later if never. */
  public long nextChange(long now) {
    double present = factor(now);
    long next = time.nextQuarter(now);
    for (int i = 1; i < 7 * 24 * 4 && factor(next) == present; i++) {
      next = time.nextQuarter(next);
    }
    return next;
  }
}
