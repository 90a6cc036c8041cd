package org.espalier.cli.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.Tariff;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.TaskType;
import org.espalier.core.pricing.Forecast;

/**
 * What a budget of energy will bear: of a day, or of a period, if nothing is spent of it. How much
 * it bears at most counts energy of a price by the hour at its lowest, all else at its mean.
 *
 * @param forecasts the loads to come that policies know of
 */
record BudgetOutlook(EnergySettings energy, HcSystem system, List<Forecast> forecasts) {
  private static final int MOST_TYPES = 10;

  /** In words; nothing where there is no budget now. */
  List<String> lines() {
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
    for (int at = 0; at < system.machineTypes().size(); at++) {
      for (int p = 0; system.pet().canRun(type.id(), at) && p < system.pet().pStates(at); p++) {
        least = Math.min(least, eec.joules(type.id(), at, p));
      }
    }
    return least;
  }
}
