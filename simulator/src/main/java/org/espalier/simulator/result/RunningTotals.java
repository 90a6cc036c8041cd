package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.report.CurveFigure;
import org.espalier.report.CurveFigure.Curve;
import org.espalier.report.CurveFigure.Quantity;
import org.espalier.report.ReportAxis;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.RunningTotal;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;

/** What scenarios had earned and spent by when, in the mean of their trials. */
record RunningTotals(ExperimentResults results) {
  /**
   * What a scenario had earned and spent by a time. A trial that ended before it counts with what
   * it had in the end; in later periods of energy it has spent nothing.
   *
   * @param ticks the time
   * @param utility what was earned; of no trial where nothing can be
   * @param joules what tasks had taken since the period of energy began, as far as it is measured;
   *     of no trial where it is not known
   * @param budgetJoules the budget of the period that the time is in, or ends; empty until the
   *     first one has begun
   */
  record Moment(
      long ticks, MeanInterval utility, MeanInterval joules, OptionalDouble budgetJoules) {
    MeanInterval of(RunningTotal total) {
      return total == RunningTotal.UTILITY ? utility : joules;
    }
  }

  /** Whether any trial has it. */
  boolean has(RunningTotal total) {
    return results.experiment().scenarios().stream()
        .flatMap(scenario -> results.accounts(scenario).stream())
        .map(total == RunningTotal.UTILITY ? TrialAccount::utility : TrialAccount::joules)
        .anyMatch(totals -> !totals.isEmpty());
  }

  /** The moments of a scenario, in order; none where it has neither total. */
  List<Moment> of(Scenario scenario) {
    List<TrialAccount> earning =
        results.accounts(scenario).stream().filter(a -> !a.utility().isEmpty()).toList();
    List<TrialAccount> spending =
        results.accounts(scenario).stream().filter(a -> !a.joules().isEmpty()).toList();
    long step = 0;
    long end = 0;
    for (TrialAccount account : results.accounts(scenario)) {
      int times = Math.max(account.utility().size(), account.joules().size());
      step = Math.max(step, account.step());
      end = Math.max(end, (times - 1) * account.step());
    }
    EnergySettings energy = scenario.settings().energy();
    List<Moment> moments = new ArrayList<>();
    for (long ticks = 0; ticks <= end && (!earning.isEmpty() || !spending.isEmpty()); ) {
      moments.add(
          new Moment(
              ticks,
              mean(earning, ticks, TrialAccount::utilityAt),
              mean(spending, ticks, (account, at) -> joules(account, energy, at)),
              budget(energy, ticks)));
      ticks += step;
    }
    return moments;
  }

  /** What tasks of a trial had taken; nothing in a period that began when the trial was over. */
  private static double joules(TrialAccount account, EnergySettings energy, long ticks) {
    long end = (account.joules().size() - 1) * account.step();
    boolean isOver =
        ticks > end
            && !energy.periods().isEmpty()
            && energy.account(energy.indexAt(ticks - 1)).start() >= end;
    return isOver ? 0 : account.joulesAt(ticks);
  }

  private static MeanInterval mean(
      List<TrialAccount> accounts, long ticks, ToDoubleBiFunction<TrialAccount, Long> total) {
    return MeanInterval.of(
        accounts.stream().mapToDouble(account -> total.applyAsDouble(account, ticks)).toArray());
  }

  private static OptionalDouble budget(EnergySettings energy, long ticks) {
    if (energy.periods().isEmpty()) {
      return OptionalDouble.empty();
    }
    long before = Math.max(0, ticks - 1);
    EnergyPeriod period = energy.account(energy.indexAt(before));
    return period.start() <= before ? period.budgetJoules() : OptionalDouble.empty();
  }

  /** A figure of a total over time, with the budget where there is one. */
  CurveFigure figure(String id, Study.FigureRequest shown) {
    RunningTotal total = shown.total().orElseThrow();
    List<ReportAxis> axes = ResultTables.axes(results.experiment().study());
    List<List<Moment>> moments = results.experiment().scenarios().stream().map(this::of).toList();
    double tick = results.experiment().system().tickSeconds();
    double last =
        moments.stream()
            .filter(some -> !some.isEmpty())
            .mapToDouble(some -> some.getLast().ticks() * tick)
            .max()
            .orElse(0);
    ShownUnit time = ShownUnit.ofSeconds(last);
    ShownUnit unit = unit(total, moments);
    List<Curve> curves = new ArrayList<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      List<Moment> its =
          moments.get(scenario.index()).stream().filter(m -> m.of(total).count() > 0).toList();
      if (!its.isEmpty()) {
        curves.add(
            new Curve(
                scenario.values(),
                its.stream().map(moment -> time.of(moment.ticks() * tick)).toList(),
                its.stream().map(moment -> unit.of(moment.of(total).mean())).toList(),
                limits(total, its, unit)));
      }
    }
    boolean limited = curves.stream().anyMatch(curve -> !curve.limits().isEmpty());
    return new CurveFigure(
        id,
        shown.title(),
        shown.caption(),
        new Quantity("Time", time.name()),
        new Quantity(name(total), unit.name()),
        axes,
        shown.series(),
        ResultTables.filters(shown.where()),
        limited ? "Energy budget" : "",
        curves);
  }

  private String name(RunningTotal total) {
    boolean isFlat =
        results.experiment().scenarios().stream()
            .allMatch(scenario -> scenario.settings().energy().tariff().isFlat());
    return total == RunningTotal.UTILITY
        ? "Utility earned"
        : isFlat ? "Energy of tasks" : "Energy of tasks at the mean price";
  }

  private static ShownUnit unit(RunningTotal total, List<List<Moment>> moments) {
    return switch (total) {
      case UTILITY -> new ShownUnit("", 1);
      case ENERGY ->
          ShownUnit.ofJoules(
              moments.stream()
                  .flatMap(List::stream)
                  .mapToDouble(moment -> moment.joules().mean())
                  .filter(joules -> joules > 0)
                  .max()
                  .orElse(0));
    };
  }

  private static List<Double> limits(RunningTotal total, List<Moment> moments, ShownUnit unit) {
    boolean limited =
        total == RunningTotal.ENERGY
            && moments.stream().anyMatch(m -> m.budgetJoules().isPresent());
    return limited
        ? moments.stream().map(m -> unit.of(m.budgetJoules().orElse(Double.NaN))).toList()
        : List.of();
  }
}
