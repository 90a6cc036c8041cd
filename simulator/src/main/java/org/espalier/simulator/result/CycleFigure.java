package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.Timetable;
import org.espalier.report.CurveFigure;
import org.espalier.report.CurveFigure.Curve;
import org.espalier.report.CurveFigure.Quantity;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.WorkloadChoice;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadSpec;

/**
 * What a study says of the time of the day, as one picture: rates of arrival, prices, and machines
 * that are off or have outages. Each is drawn as a share of the most it comes to.
 */
final class CycleFigure {
  private static final Duration NANO = Duration.ofNanos(1);
  private static final int MOST_STEPS = 1_000;
  private static final String WHAT = "what";

  private final List<Source> sources = new ArrayList<>();

  private CycleFigure(Experiment experiment) {
    experiment.groups().forEach(group -> add(experiment, group.getFirst()));
  }

  /**
   * Something that changes in steps, times in nanoseconds since the beginning of a trial.
   *
   * @param place of the scenarios that have it
   * @param length after which it begins again, or changes no more
   * @param next the next change after a time
   */
  private record Source(
      String name,
      String place,
      Duration length,
      double most,
      LongToDoubleFunction value,
      LongUnaryOperator next) {
    /**
     * What a cycle says.
     *
     * @param unit in which the most it comes to is told
     */
    static Source of(String name, String place, Cycle cycle, double unit) {
      double most = Collections.max(cycle.values());
      BigDecimal told = new BigDecimal(most / unit).round(new MathContext(3));
      long step = cycle.step().toNanos();
      return new Source(
          name + ", up to " + told.stripTrailingZeros().toPlainString(),
          place,
          cycle.length(),
          most,
          cycle::at,
          now -> (now / step + 1) * step);
    }

    /** How many of some machines are not away. */
    static Source of(String name, String place, Timetable off, List<Machine> machines) {
      Duration length =
          switch (off) {
            case DailyOff _ -> Duration.ofDays(1);
            case RecordedOutages(var outages) ->
                outages.stream()
                    .map(RecordedOutages.Outage::until)
                    .reduce(NANO, (one, other) -> one.compareTo(other) > 0 ? one : other);
          };
      return new Source(
          name,
          place,
          length,
          machines.size(),
          now -> machines.stream().filter(m -> !off.isAt(m.name(), now, NANO)).count(),
          now ->
              machines.stream()
                  .mapToLong(m -> off.nextChange(m.name(), now, NANO))
                  .min()
                  .orElseThrow());
    }

    Curve curve(long end, ShownUnit unit) {
      List<Double> xs = new ArrayList<>();
      List<Double> ys = new ArrayList<>();
      for (long now = 0; now < end && xs.size() < 2 * MOST_STEPS; ) {
        long until = Math.min(end, next.applyAsLong(now));
        xs.addAll(List.of(unit.of(now / 1e9), unit.of(until / 1e9)));
        double share = 100 * value.applyAsDouble(now) / most;
        ys.addAll(List.of(share, share));
        now = until;
      }
      return new Curve(List.of(name), xs, ys);
    }
  }

  /** The figure; empty where nothing changes by itself. */
  static Optional<ReportFigure> of(Experiment experiment) {
    CycleFigure figure = new CycleFigure(experiment);
    return figure.sources.isEmpty() ? Optional.empty() : Optional.of(figure.draw());
  }

  private void add(Experiment experiment, Scenario scenario) {
    String place = experiment.place(scenario, axis -> !axis.key().equals(Dimension.POLICY));
    if (scenario.workload() instanceof WorkloadChoice.Generated(WorkloadSpec spec)
        && spec.pattern() instanceof ArrivalPattern.Cyclic(Cycle rates)) {
      sources.add(Source.of("arrivals over their mean", place, rates, rates.mean()));
    }
    if (scenario.system().generated().isPresent()) {
      return;
    }
    HcSystem system = experiment.inputs().system(scenario, 1);
    system.machineTypes().stream()
        .filter(type -> type.price().changes())
        .collect(
            groupingBy(
                MachineType::price, LinkedHashMap::new, mapping(MachineType::name, joining(", "))))
        .forEach((price, types) -> sources.add(Source.of("price of " + types, place, price, 1)));
    for (MachineType type : system.machineTypes()) {
      List<Machine> machines =
          system.machines().stream().filter(m -> m.type().id() == type.id()).toList();
      if (type.off().isPresent() && !machines.isEmpty()) {
        String name = "%s on, up to %s".formatted(type.name(), machines.size());
        sources.add(Source.of(name, place, type.off().get(), machines));
      }
    }
  }

  private ReportFigure draw() {
    long end = sources.stream().mapToLong(each -> each.length.toNanos()).max().orElseThrow();
    ShownUnit unit = ShownUnit.ofSeconds(end / 1e9);
    Map<String, Curve> curves = new LinkedHashMap<>();
    for (Source source : sources) {
      Curve curve = source.curve(end, unit);
      Curve known = curves.putIfAbsent(source.name, curve);
      if (known != null && !known.equals(curve)) {
        String name = "%s (%s)".formatted(source.name, source.place);
        curves.put(name, new Curve(List.of(name), curve.xs(), curve.ys()));
      }
    }
    return new CurveFigure(
        "over-the-day",
        "What changes over the day",
        "Rates of arrival, prices of an hour, and machines that are not off or in an outage, each in"
            + " percent of the most that it comes to, which is named. From time 0 of a trial on; all but outages begin again.",
        new Quantity("Time", unit.name()),
        new Quantity("Of the most", "%"),
        List.of(new ReportAxis(WHAT, "What", List.copyOf(curves.keySet()))),
        WHAT,
        List.of(),
        "",
        List.copyOf(curves.values()));
  }
}
