package org.espalier.cli.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.Tariff;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.service.scheduling.Commands;

/**
 * What can be told of a live system before there are any tasks.
 *
 * @param forecasts the loads to come that policies know of
 */
record Outlook(
    Commands commands, EnergySettings energy, HcSystem system, List<Forecast> forecasts) {
  private static final int MOST_TYPES = 10;
  private static final String CHANCE =
      "%s: only %.4g %% can be on time by its default deadline, even on idle machines";
  private static final String SHARE =
      "tasks that must be completed take at least %.4g %% of machine time by the mean of %s%s";

  /**
   * What a budget of energy will bear, in words; nothing where there is none now. It is that of a
   * day, or of a period, if nothing is spent of it. How much it bears at most counts energy of a
   * price by the hour at its lowest, all else at its mean.
   */
  List<String> budget() {
    List<String> lines = new ArrayList<>();
    if (energy.hasBudgetFrom(0) && energy.period(0).budgetJoules().isPresent()) {
      EnergyPeriod period = energy.period(0);
      double joules = period.budgetJoules().getAsDouble();
      Tariff tariff = energy.tariff();
      double hours = system.tickSeconds() * (period.end() - period.start()) / 3600;
      lines.add(
          String.format(
              Locale.ROOT,
              "%.4g %s in %.4g h, which all machines use up in %.4g h if they are never idle",
              joules * tariff.perJoule(),
              tariff.unit().text(),
              hours,
              joules / watts() / Duration.ofHours(1).toSeconds()));
      EecMatrix eec = new EecMatrix(system);
      for (TaskType type : system.taskTypes().stream().limit(MOST_TYPES).toList()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "enough for %,.0f tasks of %s and no other, where they take least",
                Math.floor(joules / least(type, eec)),
                type.name()));
      }
      if (system.taskTypes().size() > MOST_TYPES) {
        lines.add(
            "of %s more types nothing is said".formatted(system.taskTypes().size() - MOST_TYPES));
      }
      forecasts.stream()
          .filter(forecast -> !forecast.isNone())
          .forEach(forecast -> lines.add(bears(forecast, period, eec)));
    }
    return lines;
  }

  /** How many tasks of a load it has energy for at most: those that take least come first. */
  private String bears(Forecast forecast, EnergyPeriod period, EecMatrix eec) {
    Tariff tariff = energy.tariff();
    double cheapest = tariff.isFlat() ? 1 : tariff.factors()[0];
    double left = period.budgetJoules().orElseThrow() / cheapest;
    double all = 0;
    double most = 0;
    double needed = 0;
    for (TaskType type :
        system.taskTypes().stream()
            .sorted(Comparator.comparingDouble(type -> least(type, eec)))
            .toList()) {
      double tasks = forecast.rate(type.id()) * (period.end() - period.start());
      double fit = tasks == 0 ? 0 : Math.min(tasks, left / least(type, eec));
      all += tasks;
      most += fit;
      left -= fit == 0 ? 0 : fit * least(type, eec);
      needed += tasks == 0 ? 0 : tasks * least(type, eec);
    }
    return String.format(
        Locale.ROOT,
        "enough for %,.0f of the %,.0f tasks that %s expects, at most, by %s alone; all would take"
            + " %.4g %s",
        most,
        all,
        forecast,
        cheapest == 1 ? "energy" : "energy in its cheapest hours",
        needed * tariff.perJoule(),
        tariff.unit().text());
  }

  /** What all machines draw in the mean over the task types that they run, fastest. */
  private double watts() {
    double watts = 0;
    for (Machine machine : system.machines()) {
      int at = machine.type().id();
      watts +=
          system.taskTypes().stream()
              .filter(type -> system.pet().canRun(type.id(), at))
              .mapToDouble(type -> system.taskJoules(type.id(), at, 0, 1) / system.tickSeconds())
              .average()
              .orElse(0);
    }
    return watts;
  }

  private double least(TaskType type, EecMatrix eec) {
    double least = Double.POSITIVE_INFINITY;
    int[] at = system.machines().stream().mapToInt(m -> m.type().id()).distinct().toArray();
    for (int as : type.versions().stream().mapToInt(Version::type).toArray()) {
      for (int on : at) {
        for (int p = 0; system.pet().canRun(as, on) && p < system.pet().pStates(on); p++) {
          least = Math.min(least, eec.joules(as, on, p));
        }
      }
    }
    return least;
  }

  /**
   * Whether tasks that must be completed can be, in words; nothing where no type must be, or
   * nothing is known against it. All is said of machines that have no other tasks and are all up,
   * so the truth is worse. Types with classes of sizes are left out, and deadlines of tasks that
   * say their own.
   */
  List<String> must() {
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

  /**
   * The least that the times of a type come to on a machine, as any of its versions; infinite if
   * none can run it.
   */
  private double least(TaskType type, ToDoubleFunction<Pmf> of) {
    return system.machines().stream()
        .flatMap(it ->
            type.versions().stream()
                .flatMap(as -> system.pet().find(as.type(), it.type().id(), 0).stream()))
        .mapToDouble(of)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
