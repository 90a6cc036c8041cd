package org.espalier.cli.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
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
  /** In words; nothing where no type must be completed, or nothing is known against it. */
  List<String> lines() {
    List<TaskType> must =
        system.taskTypes().stream().filter(type -> commands.terms(type.name()).must()).toList();
    List<String> lines = new ArrayList<>();
    for (TaskType type : must) {
      commands
          .terms(type.name())
          .deadline()
          .ifPresent(deadline -> {
            double ticks = Math.min(1e18, (double) deadline.toNanos() / system.tick().toNanos());
            double chance = -least(type, time -> -time.cumulative((long) ticks));
            if (chance < 1 - Pmf.SUM_TOLERANCE) {
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "%.4g %% of %s can be on time, even on idle machines, by its deadline of"
                          + " %.4g s for invocations that say none",
                      Math.floor(chance * 1e4) / 100,
                      type.name(),
                      deadline.toNanos() / 1e9));
            }
          });
    }
    forecasts.stream()
        .filter(forecast -> !must.isEmpty() && !forecast.isNone())
        .forEach(forecast -> lines.add(share(must, forecast)));
    return lines;
  }

  private String share(List<TaskType> must, Forecast forecast) {
    double busy =
        must.stream()
            .filter(type -> forecast.rate(type.id()) > 0)
            .mapToDouble(type -> forecast.rate(type.id()) * least(type, Pmf::mean))
            .sum();
    double share = busy / system.machines().size();
    return String.format(
        Locale.ROOT,
        "tasks that must be completed take at least %.4g %% of machine time by the mean of %s%s",
        share * 100,
        forecast,
        share > 1 ? ": more than there is, so some will be lost" : "");
  }

  /** The least that the times of a type come to on a machine that there is. */
  private double least(TaskType type, ToDoubleFunction<Pmf> of) {
    return system.machines().stream()
        .map(machine -> machine.type().id())
        .filter(at -> system.pet().canRun(type.id(), at))
        .map(at -> of.applyAsDouble(system.pet().get(type.id(), at, 0)))
        .min(Comparator.naturalOrder())
        .orElse(Double.POSITIVE_INFINITY);
  }
}
