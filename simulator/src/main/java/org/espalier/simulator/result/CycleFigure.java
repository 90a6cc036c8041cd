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
import java.util.stream.LongStream;
import org.espalier.core.model.Cycle;
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
  private static final long DAY = Duration.ofDays(1).toNanos();

  /** Of a timetable so many are drawn, one for each minute of a day. */
  private static final int STEPS = 24 * 60;

  private static final String WHAT = "what";

  private final Map<String, Cycle> cycles = new LinkedHashMap<>();

  private CycleFigure(Experiment experiment) {
    experiment.groups().forEach(group -> add(experiment, group.getFirst()));
  }

  /** The figure; empty where nothing changes by itself. */
  static Optional<ReportFigure> of(Experiment experiment) {
    CycleFigure figure = new CycleFigure(experiment);
    return figure.cycles.isEmpty() ? Optional.empty() : Optional.of(figure.draw());
  }

  private void add(Experiment experiment, Scenario scenario) {
    String place = experiment.place(scenario, axis -> !axis.key().equals(Dimension.POLICY));
    if (scenario.workload() instanceof WorkloadChoice.Generated(WorkloadSpec spec)
        && spec.pattern() instanceof ArrivalPattern.Cyclic(Cycle rates)) {
      add("arrivals over their mean", place, rates, rates.mean());
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
        .forEach((price, types) -> add("price of " + types, place, price, 1));
    for (MachineType type : system.machineTypes()) {
      List<Machine> its =
          system.machines().stream().filter(m -> m.type().id() == type.id()).toList();
      type.off()
          .filter(_ -> !its.isEmpty())
          .ifPresent(off -> add(type.name() + " on", place, on(off, its), 1));
    }
  }

  /** Under its name with the most it comes to, and its place where another one has that name. */
  private void add(String what, String place, Cycle cycle, double unit) {
    BigDecimal most = new BigDecimal(Collections.max(cycle.values()) / unit);
    String told = most.round(new MathContext(3)).stripTrailingZeros().toPlainString();
    String name = "%s, up to %s".formatted(what, told);
    if (!cycle.equals(cycles.getOrDefault(name, cycle))) {
      name = "%s (%s)".formatted(name, place);
    }
    cycles.put(name, cycle);
  }

  /** How many of some machines are not away: over a day, or until the last outage that is known. */
  private static Cycle on(Timetable off, List<Machine> machines) {
    long length = DAY;
    if (off instanceof RecordedOutages(List<RecordedOutages.Outage> outages)) {
      length = outages.stream().mapToLong(each -> each.until().toNanos()).reduce(DAY, Math::max);
    }
    Duration step = Duration.ofNanos(Math.ceilDiv(length, STEPS));
    return new Cycle(
        step,
        LongStream.range(0, STEPS)
            .mapToObj(
                i -> (double) machines.stream().filter(m -> !off.isAt(m.name(), i, step)).count())
            .toList());
  }

  private ReportFigure draw() {
    double end =
        cycles.values().stream().mapToDouble(each -> each.length().toNanos()).max().orElseThrow();
    ShownUnit unit = ShownUnit.ofSeconds(end / 1e9);
    List<Curve> curves = new ArrayList<>();
    cycles.forEach((name, cycle) -> curves.add(curve(name, cycle, unit)));
    return new CurveFigure(
        "over-the-day",
        "What changes over the day",
        "Rates of arrival, prices of an hour, and machines that are not off or in an outage. Each"
            + " is in percent of the most it comes to, which is named, from time 0 of a trial on,"
            + " and begins again where it ends; outages do not.",
        new Quantity("Time", unit.name()),
        new Quantity("Of the most", "%"),
        List.of(new ReportAxis(WHAT, "What", List.copyOf(cycles.keySet()))),
        WHAT,
        List.of(),
        "",
        curves);
  }

  private static Curve curve(String name, Cycle cycle, ShownUnit unit) {
    double most = Math.max(Double.MIN_NORMAL, Collections.max(cycle.values()));
    double step = cycle.step().toNanos() / 1e9;
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (int i = 0; i < cycle.values().size(); i++) {
      double share = 100 * cycle.values().get(i) / most;
      if (i == 0 || share != ys.getLast()) {
        xs.add(unit.of(i * step));
        ys.add(i == 0 ? share : ys.getLast());
        xs.add(unit.of(i * step));
        ys.add(share);
      }
    }
    xs.add(unit.of(cycle.values().size() * step));
    ys.add(ys.getLast());
    return new Curve(List.of(name), xs, ys);
  }
}
