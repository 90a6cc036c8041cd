package org.espalier.core.registry;

import java.time.Duration;
import java.util.List;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.JustInTime;
import org.espalier.core.pricing.JustInTimeByUtility;
import org.espalier.core.pricing.JustInTimeOptions;

/** Policies that start tasks just in time. */
final class JustInTimePolicies {
  private static final String SOURCE = "Espalier, docs/just-in-time.md";

  private static final PolicyParameter<Double> WEIGHT =
      PolicyParameter.real(
          "fairness.weight",
          0,
          10,
          0.0,
          "an on-time task is worth 1 and this times the sufferage of its type, which is the share"
              + " of all tasks that are on time less that of its type",
          SOURCE);

  private static final PolicyParameter<Double> FACTOR =
      PolicyParameter.share(
          "fairness.factor",
          0.05,
          "how much one task counts at most in the sufferage of its type, so that its inverse is"
              + " how many are remembered at least; without fairness.weight it changes nothing",
          SOURCE + "; JOURNAL 6.3.2");

  private static final PolicyParameter<Boolean> EVICT =
      PolicyParameter.flag(
          "evict",
          "stops running tasks that are not worth their machine's time; hard deadlines",
          SOURCE);

  private static final PolicyParameter<Boolean> BY_UTILITY =
      PolicyParameter.flag(
          "by_utility", "decides by utility over time where deadlines are hard, too", SOURCE);

  private static final PolicyParameter<Duration> LEAD =
      PolicyParameter.time(
          "lead",
          Duration.ofHours(1),
          Duration.ZERO,
          "how long before it is expected to be free a machine may be given its next task",
          SOURCE);

  private static final PolicyParameter<Forecast> FORECAST =
      PolicyParameter.forecast(
          "forecast",
          "another day's tasks, from which prices by the hour are made, for days whose load moves",
          SOURCE);

  private JustInTimePolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        new HeuristicProvider("JIT", JustInTimePolicies::byPrices) {
          @Override
          public boolean heeds(PolicyParameter<?> parameter, PolicySettings settings) {
            return parameter.equals(EVICT)
                ? !isByUtility(settings)
                // Sufferage that has no weight may change as it likes.
                : !parameter.equals(FACTOR) || settings.parameters().get(WEIGHT) > 0;
          }

          @Override
          public boolean choosesVersions(PolicySettings settings) {
            return true;
          }

          /** By whatever it decides. */
          @Override
          public boolean putsMustFirst(PolicySettings settings) {
            return true;
          }
        }.minding(settings -> isByUtility(settings) || settings.rules().weighsWorth())
            .declaring(WEIGHT, FACTOR, EVICT, BY_UTILITY, LEAD, FORECAST));
  }

  private static MappingHeuristic byPrices(PolicySettings settings) {
    Forecast forecast = settings.parameters().get(FORECAST);
    return isByUtility(settings)
        ? new JustInTimeByUtility(options(settings), forecast, settings.energy())
        : new JustInTime(options(settings), forecast);
  }

  private static boolean isByUtility(PolicySettings settings) {
    return settings.parameters().get(BY_UTILITY)
        || settings.rules().deadlines() == DeadlineKind.SOFT
        || settings.energy().needsPower();
  }

  private static JustInTimeOptions options(PolicySettings settings) {
    ParameterValues values = settings.parameters();
    return new JustInTimeOptions(
        values.get(WEIGHT), values.get(FACTOR), values.get(EVICT), values.get(LEAD));
  }
}
