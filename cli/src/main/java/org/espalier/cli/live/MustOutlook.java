package org.espalier.cli.live;

import java.util.List;
import java.util.Locale;
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
      "%.4g %% of %s can be on time by the default deadline of its invocations, even on idle"
          + " machines";
  private static final String SHARE =
      "tasks that must be completed take at least %.4g %% of machine time by the mean of %s%s";

  /** In words; nothing where no type must be completed, or nothing is known against it. */
  List<String> lines() {
    List<TaskType> must =
        system.taskTypes().stream().filter(type -> commands.terms(type.name()).must()).toList();
    Stream<String> late =
        must.stream()
            .filter(type -> chance(type) < 1 - Pmf.SUM_TOLERANCE)
            .map(type ->
                String.format(
                    Locale.ROOT, CHANCE, Math.floor(chance(type) * 1e4) / 100, type.name()));
    Stream<Forecast> known = forecasts.stream().filter(each -> !must.isEmpty() && !each.isNone());
    return Stream.concat(late, known.map(forecast -> share(must, forecast))).toList();
  }

  /** The greatest chance of one to be on time; 1 where it has no default deadline. */
  private double chance(TaskType type) {
    return commands.terms(type.name()).deadline().map(it -> it.dividedBy(system.tick())).stream()
        .mapToDouble(ticks -> -least(type, time -> -time.cumulative(ticks)))
        .findAny()
        .orElse(1);
  }

  private String share(List<TaskType> must, Forecast forecast) {
    double busy = must.stream().mapToDouble(t -> forecast.rate(t.id()) * least(t, Pmf::mean)).sum();
    double share = busy / system.machines().size();
    String end = share > 1 ? ": more than there is, so some will be lost" : "";
    return String.format(Locale.ROOT, SHARE, share * 100, forecast, end);
  }

  /** The least that the times of a type come to on a machine; each type has one that can run it. */
  private double least(TaskType type, ToDoubleFunction<Pmf> of) {
    return system.machines().stream()
        .filter(machine -> system.pet().canRun(type.id(), machine.type().id()))
        .mapToDouble(it -> of.applyAsDouble(system.pet().get(type.id(), it.type().id(), 0)))
        .min()
        .orElseThrow();
  }
}
