package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.Tariff;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pricing.DualPrices.Market;
import org.espalier.core.pricing.DualPrices.Stretch;
import org.espalier.core.pricing.TypeChoices.Choice;
import org.jspecify.annotations.Nullable;

/**
 * What machine time and energy are worth where tasks earn utility. Prices follow what arrives, as
 * if all that is left of a period were like what came lately. Where a forecast tells enough its
 * hours take the place of that: one program goes from now to the end of an energy period, or, where
 * energy is not scarce, to the end of the hour. Prices are found from scratch when a period begins,
 * or when twice as much is known, and then follow by small steps. Not safe for use by several
 * threads.
 */
final class UtilityPrices {
  /** A task is recent for so many mean execution times. */
  private static final double WINDOW = 5;

  /** Prices of energy by the hour are looked at as so many at most. */
  private static final int CLASSES = 4;

  private final Forecast forecast;
  private final Tariff tariff;
  private final double perJoule;

  /** What a joule may cost, in joules at the mean price, in order. */
  private final double[] allFactors;

  private final ArrivalSamples samples = new ArrivalSamples();
  private @Nullable HcSystem system;
  private TypeChoices[] choices = {};
  private @Nullable SampleSet[] ofHours = {};
  private DualPrices prices = new DualPrices(0, 0);
  private int present;
  private double window;
  private Source source = new Source(false, 0, 0, List.of());
  private long lastUpdate;

  /** The prices before the first task has arrived: those of the forecast. */
  UtilityPrices(Forecast forecast, EnergySettings energy) {
    this.forecast = forecast;
    this.tariff = energy.tariff();
    this.allFactors = tariff.factors();
    this.perJoule = 1 / energy.joulesPerWorth().orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * From what prices are made: those from another one are found from scratch.
   *
   * @param number of the hour, or how often as many tasks had come again
   * @param open by machine type, 1 if some take tasks: the price of another has followed nothing
   */
  private record Source(boolean isForecast, long period, int number, List<Integer> open) {}

  /** How long prices hold if nothing arrives, ticks. */
  double holdTime() {
    return window / PutOffTasks.SOLVED;
  }

  /** What a choice costs that starts at a time. */
  double cost(Choice choice, double start) {
    double end = start + choice.ticks();
    return prices.cost(present, choice, tariff.factor(Math.round(start), Math.round(end)));
  }

  /** What it costs where energy costs least. */
  double leastCost(Choice choice) {
    return prices.cost(present, choice, allFactors[0]);
  }

  /** Whether there are prices yet. */
  boolean areKnown() {
    return choices.length > 0;
  }

  /** What the tasks of a type may choose. */
  TypeChoices choices(int taskType) {
    return choices[taskType];
  }

  /**
   * Brings the prices to the present.
   *
   * @param successes what it is worth that tasks are on time
   * @param machines number of machines that take tasks, by type
   */
  void update(MappingSession session, SuccessWorth successes, int... machines) {
    long now = session.now();
    double half = session.event().rules().trigger().period() / 2.0;
    lookAt(session.system(), half);
    samples.observe(session.event(), window, task -> sample(task, half));
    Optional<EnergyStanding> budget = session.energy();
    long end = budget.map(EnergyStanding::end).orElse(now + 1);
    double joules = budget.map(EnergyStanding::remainingJoules).orElse(Double.POSITIVE_INFINITY);
    boolean isForecast = forecast.knows(now, end);
    present = isForecast ? forecast.at(now) : classOf(tariff.factor(now));
    int hour = budget.isPresent() ? 0 : present;
    boolean wasQuiet = now - lastUpdate > Math.max(window, 4 * half);
    lastUpdate = now;
    Source known =
        new Source(
            isForecast,
            budget.map(EnergyStanding::start).orElse(Long.MIN_VALUE),
            isForecast ? hour : samples.doublings(),
            Arrays.stream(machines).map(Integer::signum).boxed().toList());
    Market market =
        new Market(
            choices,
            machines,
            isForecast ? hours(forecast.spans(now, end), now, end, half) : lately(now, end),
            Math.max(0, joules),
            perJoule,
            (sample, c) ->
                successes.over(
                    sample.task(), session, sample.utilities()[c], sample.successes()[c]));
    // Prices follow by a step an event, so that after a quiet time they are found from scratch.
    if (known.equals(source) && !wasQuiet) {
      prices.follow(market);
    } else {
      prices.find(market);
      source = known;
    }
  }

  private List<Stretch> hours(double[] spans, long now, long end, double halfInterval) {
    double[] factors = factors(spans, now, end);
    return IntStream.range(0, spans.length)
        .filter(h -> spans[h] > 0)
        .mapToObj(h -> new Stretch(h, ofHour(h, halfInterval), spans[h], factors[h]))
        .toList();
  }

  /** As if all that is to come were like what came lately. */
  private List<Stretch> lately(long now, long end) {
    SampleSet latest = samples.latest(window);
    double[] ticks = new double[CLASSES];
    double[] costs = new double[CLASSES];
    tariff
        .parts(now, end)
        .forEach((factor, time) -> {
          ticks[classOf(factor)] += time;
          costs[classOf(factor)] += time * factor;
        });
    return IntStream.range(0, CLASSES)
        .filter(c -> ticks[c] > 0)
        .mapToObj(c -> new Stretch(c, latest, ticks[c], costs[c] / ticks[c]))
        .toList();
  }

  /** Hours are alike in which energy costs about the same. */
  private int classOf(double factor) {
    int place = Arrays.binarySearch(allFactors, factor);
    return allFactors.length <= CLASSES ? place : place * CLASSES / allFactors.length;
  }

  /** What a joule costs in the mean in each hour of the forecast that is to come. */
  private double[] factors(double[] spans, long now, long end) {
    double[] factors = new double[spans.length];
    Arrays.fill(factors, 1);
    for (long at = now; !tariff.isFlat() && at < end; at = tariff.time().nextHour(at)) {
      factors[forecast.at(at)] = tariff.factor(at, Math.min(end, tariff.time().nextHour(at)));
    }
    return factors;
  }

  private SampleSet ofHour(int hour, double halfInterval) {
    SampleSet known = ofHours[hour];
    if (known == null) {
      Forecast.Hour of = forecast.hours().get(hour);
      Sample[] tasks =
          of.tasks().stream().map(task -> sample(task, halfInterval)).toArray(Sample[]::new);
      known = new SampleSet(tasks, tasks.length / of.known());
      ofHours[hour] = known;
    }
    return known;
  }

  private void lookAt(HcSystem present, double halfInterval) {
    if (present.equals(system)) {
      return;
    }
    int hours = forecast.hours().size();
    if (system == null) {
      prices = new DualPrices(Math.max(hours, CLASSES), present.machineTypes().size());
    }
    system = present;
    choices = TypeChoices.of(present);
    window = WINDOW * present.pet().meanOverAll();
    samples.renew(task -> sample(task, halfInterval));
    ofHours = new SampleSet[hours];
  }

  private Sample sample(Task task, double halfInterval) {
    return Sample.of(task, choices[task.type()], halfInterval);
  }
}
