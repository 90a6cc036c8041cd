package org.espalier.core.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;

/**
 * The most that tasks took of a budget, as a share of it. A budget is for a period, day, month or
 * year.
 *
 * @param share above 1 where it was exceeded; NaN without a budget of which anything was taken
 * @param begunAfter what tasks took that began when it was used up; what goes beyond that was taken
 *     by those that ran then
 */
public record BudgetTaken(double share, double begunAfter) {
  /**
   * The most of all budgets.
   *
   * @param ran tasks that started, in any order
   */
  public static BudgetTaken most(EnergySettings settings, HcSystem system, List<Departure> ran) {
    Map<EnergyPeriod, List<Departure>> byBudget = new HashMap<>();
    for (Departure task : settings.periods().isEmpty() ? List.<Departure>of() : ran) {
      for (int i = settings.indexAt(task.start()); settings.period(i).start() < task.time(); i++) {
        List<Departure> all = byBudget.computeIfAbsent(settings.account(i), _ -> new ArrayList<>());
        if (all.isEmpty() || !all.getLast().equals(task)) {
          all.add(task);
        }
      }
    }
    return byBudget.entrySet().stream()
        .filter(each -> each.getKey().budgetJoules().isPresent())
        .map(each -> of(each.getKey(), settings.tariff(), system, each.getValue()))
        .max(Comparator.comparingDouble(BudgetTaken::share))
        .orElse(new BudgetTaken(Double.NaN, Double.NaN));
  }

  private static BudgetTaken of(
      EnergyPeriod period, Tariff tariff, HcSystem system, List<Departure> ran) {
    double budget = period.budgetJoules().orElseThrow();
    ran.sort(Comparator.comparingLong(Departure::start).reversed());
    int begunAfter = 0;
    int others = ran.size();
    while (begunAfter < others) {
      int middle = (begunAfter + others) / 2;
      long start = ran.get(middle).start();
      if (start > period.start()
          && taken(ran, new TimeSpan(period.start(), start), tariff, system) >= budget) {
        begunAfter = middle + 1;
      } else {
        others = middle;
      }
    }
    return new BudgetTaken(
        taken(ran, period.span(), tariff, system) / budget,
        taken(ran.subList(0, begunAfter), period.span(), tariff, system) / budget);
  }

  private static double taken(List<Departure> ran, TimeSpan span, Tariff tariff, HcSystem system) {
    double joules = 0;
    for (Departure task : ran) {
      double all = SpentInPeriod.joules(system, task);
      joules += tariff.cost(all, task.start(), task.time(), span);
    }
    return joules;
  }
}
