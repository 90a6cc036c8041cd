package org.espalier.cli.live;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.service.scheduling.Commands;

/**
 * Whether tasks that must be completed can be, as far as is known before there are any. All is said
 * of machines that have no other tasks and are all up, so the truth is worse. Types with classes of
 * sizes are left out, and deadlines of tasks that say their own.
 *
 * @param forecasts the loads to come that policies know of
 */
record MustOutlook(Commands commands, HcSystem system, List<Forecast> forecasts) {
  private static final String CHANCE =
      "%s: only %.4g %% can be on time by its default deadline, even on idle machines";
  private static final String SHARE =
      "tasks that must be completed take at least %.4g %% of machine time by the mean of %s%s";

  /** In words; nothing where no type must be completed, or nothing is known against it. */
  List<String> lines() {
    List<TaskType> must =
        system.taskTypes().stream().filter(type -> commands.terms(type.name()).must()).toList();
    Stream<String> late =
        must.stream().filter(type -> chance(type) < 1 - Pmf.SUM_TOLERANCE).map(this::late);
    Stream<Forecast> known = forecasts.stream().filter(each -> !must.isEmpty() && !each.isNone());
    return Stream.concat(late, known.map(forecast -> share(must, forecast))).toList();
  }

  private String late(TaskType type) {
    double percent = Math.floor(chance(type) * 1e4) / 100;
    return percent < 0
        ? type.name() + ": no machine can run it"
        : String.format(Locale.ROOT, CHANCE, type.name(), percent);
  }

  /**
   * The greatest chance of one to be on time, 1 without a default deadline; negative if no machine
   * can run it.
   */
  private double chance(TaskType type) {
    Optional<Long> ticks =
        commands.terms(type.name()).deadline().map(it -> it.dividedBy(system.tick()));
    return -least(type, time -> ticks.map(it -> -time.cumulative(it)).orElse(-1.0));
  }

  private String share(List<TaskType> must, Forecast forecast) {
    double share =
        must.stream()
                .filter(type -> chance(type) >= 0)
                .mapToDouble(t -> forecast.rate(t.id()) * least(t, Pmf::mean))
                .sum()
            / system.machines().size();
    String end = share > 1 ? ": more than there is, so some will be lost" : "";
    return String.format(Locale.ROOT, SHARE, share * 100, forecast, end);
  }

  /** The least that the times of a type come to on a machine; infinite if none can run it. */
  private double least(TaskType type, ToDoubleFunction<Pmf> of) {
    return system.machines().stream()
        .flatMap(it -> system.pet().find(type.id(), it.type().id(), 0).stream())
        .mapToDouble(of)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
