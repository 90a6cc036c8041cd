package org.espalier.browser;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.report.AxisValue;
import org.espalier.report.ChartFigure;
import org.espalier.report.ColumnKind;
import org.espalier.report.CompletionCurve;
import org.espalier.report.CurveFigure;
import org.espalier.report.DecisionExample;
import org.espalier.report.DecisionFigure;
import org.espalier.report.Estimate;
import org.espalier.report.GanttFigure;
import org.espalier.report.GanttTask;
import org.espalier.report.GanttTrace;
import org.espalier.report.MachineUse;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.ScatterFigure;
import org.espalier.report.StudyFacts;
import org.espalier.report.TaskFate;

/** A made-up report: the shape of a real study, without a simulator behind it. */
final class SampleReport {

  private static final Set<TaskFate> STARTED =
      EnumSet.of(
          TaskFate.ON_TIME,
          TaskFate.LATE,
          TaskFate.EVICTED,
          TaskFate.DROPPED_RUNNING,
          TaskFate.FAILED);

  private static final List<String> POLICIES =
      List.of("PAM", "PAMF", "MOC", "MM", "MSD", "MMU", "MM-P", "MSD-P", "MMU-P", "MOC-P");
  private static final List<String> INTENSITIES = List.of("9k", "15k", "20k", "30k", "34k");
  private static final List<String> ARRIVALS = List.of("steady", "spiky");
  private static final double[] ROBUSTNESS = {
    64.6, 61.2, 53.7, 51.8, 47.0, 39.1, 65.3, 65.1, 63.5, 62.9
  };

  private SampleReport() {}

  /** Fronts after few and many generations, a fuzzy front, and ellipses on axes of one scale. */
  static ReportData scatters() {
    List<ReportAxis> axes =
        List.of(
            new ReportAxis("population", "Population", List.of("Min-Energy", "<i>random")),
            new ReportAxis("generations", "Generations", List.of("100", "1,000")));
    List<ScatterFigure.Series> fronts =
        List.of(
            front("Min-Energy", "100", 1000),
            front("Min-Energy", "1,000", 1500),
            front("<i>random", "100", 200),
            front("<i>random", "1,000", 900),
            points(ScatterFigure.Style.LINE, 3, 2000, "Min-Energy", ""));
    List<ScatterFigure.Mark> marks =
        List.of(
            ScatterFigure.Mark.point(List.of("Min-Energy", "100"), 12, 1200, "<b>knee"),
            ScatterFigure.Mark.upright(List.of("<i>random", ""), 13, "peak"),
            ScatterFigure.Mark.level(List.of("", ""), 1800, "all on time"));
    List<Double> places = List.of(110.0, 150.0);
    ScatterFigure.Series ellipses =
        ScatterFigure.Series.ellipses(
                List.of("Min-Energy", ""),
                places,
                List.of(60.0, 90.0),
                List.of(8.0, 4.0),
                List.of(4.0, 4.0))
            .withColours(List.of(250.0, 1000.0));
    return new ReportData(
        facts("scatters", "Fronts"),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(
            scatter("fronts", "MJ", ScatterFigure.Colours.NONE, axes, fronts, marks),
            scatter(
                "fuzzy",
                "MJ",
                ScatterFigure.Colours.NONE,
                axes,
                List.of(
                    front("<i>random", "100", 1000),
                    points(ScatterFigure.Style.CLOUD, 10_000, 1000, "Min-Energy", ""),
                    points(ScatterFigure.Style.SQUARES, 50, 1000, "Min-Energy", "")),
                List.of()),
            scatter(
                "ellipses",
                "%",
                new ScatterFigure.Colours("Tasks dropped", ""),
                axes,
                List.of(ellipses),
                List.of())),
        List.of(),
        List.of());
  }

  private static ScatterFigure scatter(
      String id,
      String unit,
      ScatterFigure.Colours colours,
      List<ReportAxis> axes,
      List<ScatterFigure.Series> series,
      List<ScatterFigure.Mark> marks) {
    return new ScatterFigure(
        id,
        "Figure " + id,
        "",
        new ScatterFigure.Plane(
            new CurveFigure.Quantity("Energy", unit),
            new CurveFigure.Quantity("Utility", unit.equals("%") ? unit : ""),
            unit.equals("%")),
        colours,
        axes,
        "population",
        List.of(),
        series,
        marks);
  }

  /** Eleven points that rise by 1000 from a height. */
  private static ScatterFigure.Series front(String population, String generations, double from) {
    List<String> labels = IntStream.range(0, 11).mapToObj(i -> "allocation <" + i + ">").toList();
    return points(ScatterFigure.Style.FRONT, 11, from, population, generations).withLabels(labels);
  }

  /** Points from (10, from) to (20, from + 1000). */
  private static ScatterFigure.Series points(
      ScatterFigure.Style style, int count, double from, String population, String generations) {
    List<Double> xs = IntStream.range(0, count).mapToObj(i -> 10 + 10.0 * i / (count - 1)).toList();
    List<Double> ys =
        IntStream.range(0, count).mapToObj(i -> from + 1000.0 * i / (count - 1)).toList();
    return new ScatterFigure.Series(List.of(population, generations), style, xs, ys);
  }

  /** A study of ten policies at five intensities, with three charts and a Gantt chart. */
  static ReportData pruning() {
    return new ReportData(
        facts("pruning", "Pruning with baseline heuristics"),
        columns(),
        axes(),
        rows(),
        List.of(new AxisValue("policy", "MM")),
        figures(),
        List.of(
            trace("pam-30k", "PAM, 30k", 3),
            trace("mm-30k", "MM, 30k", 4),
            onManyMachines("many", "MCT, 30k", 5)),
        List.of(
            "Trials 1 to 30 are the published ones; the damaged first arrival of trial 12 was"
                + " mended.",
            "Masses of 96 cells of the PET matrix were renormalised."),
        List.of(types()),
        new ReportData.Findings(
            List.of("PAM has the most tasks on time.", "Hint: <b>none"),
            Map.of("intensity", "30k")));
  }

  /** The on-time shares of three task types, of each policy. */
  private static ReportTable types() {
    List<String> types = List.of("resize", "caption", "<i>crop</i>");
    List<ReportRow> rows = new ArrayList<>();
    for (int p = 0; p < POLICIES.size(); p++) {
      for (int t = 0; t < types.size(); t++) {
        Estimate share = Estimate.of(ROBUSTNESS[p] + 9 * t - 9, 2);
        rows.add(
            new ReportRow(List.of(POLICIES.get(p), types.get(t)), 30, List.of(share), List.of()));
      }
    }
    return new ReportTable(
        "types",
        List.of(columns().getFirst()),
        List.of(
            new ReportAxis("policy", "Policy", POLICIES), new ReportAxis("type", "Type", types)),
        rows);
  }

  private static DecisionFigure decisions() {
    CompletionCurve running = curve("Task 4 (resize)", true, 1, 0.2, 0.01);
    CompletionCurve hopeless = curve("Task 5 (<i>crop</i>)", false, 0.12, 0.1, 0.06);
    return new DecisionFigure(
        "decisions",
        "A decision",
        "Completion times before and after.",
        List.of(
            new DecisionExample(
                "PAM, 30k: drop of task 5",
                "Task 5 (<i>crop</i>) is dropped.",
                0.01,
                List.of(running, hopeless, curve("Task 6 (caption)", false, 0.34, 0.3, 0.2)),
                List.of(running, curve("Task 6 (caption)", false, 0.81, 0.3, 0.1))),
            new DecisionExample(
                "PAM, 30k: assignment of task 7",
                "Task 7 (resize) is put at the end.",
                0.01,
                List.of(running),
                List.of(running, curve("Task 7 (resize)", false, 0.97, 0.5, 0.12)))));
  }

  private static CompletionCurve curve(
      String task, boolean running, double chance, double deadline, double from) {
    List<Double> masses = List.of(0.05, 0.1, 0.2, 0.25, 0.2, 0.1, 0.06, 0.04);
    return new CompletionCurve(task, running, chance, deadline, from, masses);
  }

  /** Results that are shown again in a table of their own. */
  static ReportData withTable() {
    ReportData data = cheap();
    ReportTable again =
        new ReportTable("again", "The <i>same again", data.columns(), data.axes(), data.rows());
    return new ReportData(
        data.study(),
        data.columns(),
        data.axes(),
        data.rows(),
        data.baseline(),
        data.figures(),
        data.traces(),
        data.notes(),
        List.of(again),
        ReportData.Findings.NONE);
  }

  /** A study whose costs are millionths. */
  static ReportData cheap() {
    return new ReportData(
        facts("cheap", "Small amounts of money"),
        List.of(new ReportColumn("cost", "Cost", "", "", "What it costs.", "", ColumnKind.COST)),
        List.of(new ReportAxis("policy", "Policy", List.of("PAM", "MM"))),
        List.of(
            new ReportRow(
                List.of("PAM"),
                2,
                List.of(Estimate.of(1.61e-6, 2e-8)),
                List.of(Estimate.of(-1.5e-6, 1e-7))),
            new ReportRow(List.of("MM"), 2, List.of(Estimate.of(3.19e-6, 6e-8)), List.of())),
        List.of(),
        List.of(
            new ChartFigure(
                "cost", ChartFigure.Kind.BARS, "Cost", "", "cost", "policy", "", List.of())),
        List.of(),
        List.of());
  }

  /** A study of two policies whose intervals are wide beside their means: one chart of bars. */
  static ReportData wideIntervals() {
    return new ReportData(
        facts("wide", "Wide intervals"),
        List.of(columns().getFirst()),
        List.of(new ReportAxis("policy", "Policy", List.of("PAM", "MM"))),
        List.of(
            new ReportRow(List.of("PAM"), 2, List.of(Estimate.of(2.9, 0.8)), List.of()),
            new ReportRow(List.of("MM"), 2, List.of(Estimate.of(0.3, 1.1)), List.of())),
        List.of(),
        List.of(
            new ChartFigure(
                "wide",
                ChartFigure.Kind.BARS,
                "Wide intervals",
                "",
                "robustness",
                "policy",
                "",
                List.of())),
        List.of(),
        List.of());
  }

  /** A study of two policies at two loads: the distributions of dropped tasks over ten trials. */
  static ReportData distributions() {
    List<ReportAxis> axes =
        List.of(
            new ReportAxis("policy", "Policy", List.of("PAM", "MM")),
            new ReportAxis("intensity", "Arrival intensity", List.of("15k", "30k")));
    List<CurveFigure.Curve> curves =
        List.of(
            curve("PAM", "15k", 100, 110),
            curve("PAM", "30k", 300, 340),
            curve("MM", "15k", 120, 160),
            curve("MM", "30k", 410, 420));
    return new ReportData(
        facts("distributions", "Distributions"),
        List.of(columns().get(2)),
        axes,
        curves.stream()
            .map(c -> new ReportRow(c.values(), 10, List.of(Estimate.ofMean(1)), List.of()))
            .toList(),
        List.of(),
        List.of(
            CurveFigure.ofDistributions(
                "drops",
                "Dropped tasks",
                "",
                new CurveFigure.Quantity("Dropped tasks", ""),
                "Trials",
                axes,
                "policy",
                List.of(),
                curves)),
        List.of(),
        List.of());
  }

  private static CurveFigure.Curve curve(String policy, String intensity, double low, double high) {
    return new CurveFigure.Curve(
        List.of(policy, intensity),
        List.of(low, (low + high) / 2, high),
        List.of(20.0, 70.0, 100.0));
  }

  /**
   * A study with a budget of energy on a system of 60 task types: curves, stacks and a heat map.
   */
  static ReportData energy() {
    List<String> types = IntStream.range(0, 60).mapToObj(i -> "task-" + i).toList();
    List<String> uses = List.of("P0", "P1", "idle");
    List<ReportRow> ofTypes = new ArrayList<>();
    List<ReportRow> ofUses = new ArrayList<>();
    for (String policy : List.of("PAM", "MM")) {
      for (String type : types) {
        ofTypes.add(row(Estimate.of(50, 90), policy, type));
      }
      for (String use : uses) {
        ofUses.add(row(Estimate.ofMean(2e6), policy, "<b>gpu", use));
        ofUses.add(row(Estimate.ofMean(3e6), policy, "cpu", use));
      }
    }
    ReportAxis policies = new ReportAxis("policy", "Policy", List.of("PAM", "MM"));
    return new ReportData(
        facts("energy", "Energy"),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(
            new CurveFigure(
                "over-time",
                "Energy over time",
                "",
                new CurveFigure.Quantity("Time", "h"),
                new CurveFigure.Quantity("Energy of tasks", "MJ"),
                List.of(policies),
                "policy",
                List.of(),
                "Energy budget",
                List.of(growing("PAM", 40, 120), growing("MM", 50, 160))),
            new ChartFigure(
                "uses",
                ChartFigure.Kind.STACKED_BARS,
                "Energy by machine type",
                "",
                "energy_joules",
                "machine_type",
                "use",
                List.of(),
                "uses"),
            new ChartFigure(
                "many-types",
                ChartFigure.Kind.BARS,
                "Task types",
                "",
                "robustness",
                "type",
                "policy",
                List.of(),
                "many-types"),
            new MatrixFigure(
                "system",
                "System",
                "",
                List.of("decode", "<i>crop"),
                List.of("<b>gpu", "cpu"),
                new MatrixFigure.Words("on", "cannot run"),
                List.of(
                    new MatrixFigure.Matrix(
                        "Time", "s", List.of(List.of(1.0, 4.25), List.of(Double.NaN, 2.5))),
                    new MatrixFigure.Matrix(
                        "Power", "W", List.of(List.of(90.0, 10.0), List.of(Double.NaN, 20.0)))))),
        List.of(),
        List.of(),
        List.of(
            new ReportTable(
                "uses",
                List.of(columns().get(3)),
                List.of(
                    policies,
                    new ReportAxis("machine_type", "Machine type", List.of("<b>gpu", "cpu")),
                    new ReportAxis("use", "Use", uses)),
                ofUses),
            new ReportTable(
                "many-types",
                List.of(columns().getFirst()),
                List.of(policies, new ReportAxis("type", "Task type", types)),
                ofTypes)),
        ReportData.Findings.NONE);
  }

  private static ReportRow row(Estimate estimate, String... values) {
    return new ReportRow(List.of(values), 3, List.of(estimate), List.of());
  }

  private static CurveFigure.Curve growing(String policy, double half, double most) {
    return new CurveFigure.Curve(
        List.of(policy),
        List.of(0.0, 12.0, 24.0),
        List.of(0.0, half, most),
        List.of(170.0, 170.0, 170.0));
  }

  private static StudyFacts facts(String name, String title) {
    return new StudyFacts(
        name,
        title,
        "Does a pruner that drops and defers unlikely tasks help heuristics that know nothing of"
            + " chances? Four baseline heuristics run with and without it, beside the two that are"
            + " built around it.\n\nTrials, machine queues of three tasks and thresholds follow the"
            + " preset journal.",
        20_260_117L,
        "0.1.0",
        "espalier experiment studies/pruning.yaml --seed 20260117 --trials 30 --report"
            + " pruning.html");
  }

  private static List<ReportColumn> columns() {
    return List.of(
        new ReportColumn(
            "robustness",
            "Robustness",
            "%",
            "100 * on time / counted",
            "Share of the counted tasks that finished by their deadline.",
            "counts as not on time",
            ColumnKind.PERCENT),
        new ReportColumn(
            "type_deviation",
            "Deviation between types",
            "%",
            "standard deviation of on-time share over task types",
            "How unevenly task types fare.",
            "counts as not on time for its type",
            ColumnKind.PERCENT),
        new ReportColumn(
            "dropped",
            "Dropped tasks",
            "",
            "",
            "Tasks that the pruner dropped.",
            "adds one",
            ColumnKind.COUNT),
        new ReportColumn(
            "energy_joules",
            "Energy per on-time task",
            "J",
            "sum over machines of power * time / on time",
            "Energy that all machines used, for each task that finished on time.",
            "adds the energy of the time that it ran",
            ColumnKind.JOULES),
        new ReportColumn(
            "scheduler_seconds",
            "Scheduler time per event",
            "s",
            "",
            "Time that a mapping event took to decide.",
            "",
            ColumnKind.SECONDS));
  }

  private static List<ReportAxis> axes() {
    return List.of(
        new ReportAxis("policy", "Policy", POLICIES),
        new ReportAxis("intensity", "Arrival intensity (tasks per period)", INTENSITIES),
        new ReportAxis("arrivals", "Arrivals", ARRIVALS));
  }

  private static List<ReportFigure> figures() {
    AxisValue steady = new AxisValue("arrivals", "steady");
    AxisValue dense = new AxisValue("intensity", "30k");
    return List.of(
        new ChartFigure(
            "robustness-by-intensity",
            ChartFigure.Kind.BARS,
            "Robustness with and without pruning",
            "Bars are means of 30 trials, whiskers 95 % confidence intervals.",
            "robustness",
            "intensity",
            "policy",
            List.of(steady)),
        new ChartFigure(
            "energy",
            ChartFigure.Kind.LINES,
            "Energy per on-time task",
            "Bands and whiskers are 95 % confidence intervals.",
            "energy_joules",
            "intensity",
            "policy",
            List.of()),
        new ChartFigure(
            "policies-30k",
            ChartFigure.Kind.BARS,
            "Policies at 30k tasks",
            "",
            "robustness",
            "policy",
            "",
            List.of(dense, steady)),
        new ChartFigure(
            "types",
            ChartFigure.Kind.BARS,
            "Task types",
            "",
            "robustness",
            "type",
            "policy",
            List.of(),
            "types"),
        decisions(),
        new GanttFigure(
            "gantt", "One trial, machine by machine", "", List.of("pam-30k", "mm-30k", "many")));
  }

  private static List<ReportRow> rows() {
    SplittableRandom random = new SplittableRandom(7);
    List<ReportRow> rows = new ArrayList<>();
    for (int p = 0; p < POLICIES.size(); p++) {
      for (int i = 0; i < INTENSITIES.size(); i++) {
        for (int a = 0; a < ARRIVALS.size(); a++) {
          rows.add(row(random, p, i, a));
        }
      }
    }
    return rows;
  }

  private static ReportRow row(SplittableRandom random, int policy, int intensity, int arrivals) {
    double load = new double[] {1.44, 1, 0.8, 0.54, 0.47}[intensity];
    double robustness =
        Math.min(95, ROBUSTNESS[policy] * load * (arrivals == 0 ? 1 : 0.93) + random.nextDouble());
    double dropped = policy == 0 || policy > 5 ? (100 - robustness) * 7 : 0;
    List<Estimate> estimates =
        List.of(
            Estimate.of(robustness, 0.5 + random.nextDouble()),
            Estimate.of(10 + policy + random.nextDouble(), 0.4),
            dropped == 0 ? Estimate.of(0, 0) : Estimate.of(dropped, 9 + random.nextDouble()),
            Estimate.of(41_500 / robustness, 12 + 30 * random.nextDouble()),
            Estimate.of(0.0009 + 0.0002 * policy, 0.00004));
    List<String> values =
        List.of(POLICIES.get(policy), INTENSITIES.get(intensity), ARRIVALS.get(arrivals));
    return new ReportRow(values, 30, estimates, differences(random, policy, robustness));
  }

  private static List<Estimate> differences(
      SplittableRandom random, int policy, double robustness) {
    if (POLICIES.get(policy).equals("MM")) {
      return List.of();
    }
    return List.of(
        Estimate.of(ROBUSTNESS[policy] - 51.8, 0.4 + random.nextDouble()),
        Estimate.of(policy - 3.0, 0.6),
        Estimate.ofMean(Double.NaN),
        Estimate.of(-robustness * (random.nextDouble() - 0.3), 21),
        Estimate.of(0.0002 * (policy - 3), 0.00005));
  }

  /** A trial of 800 tasks of twelve types on eight machines, with every fate in it. */
  private static GanttTrace trace(String id, String scenario, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> machines = List.of("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7");
    List<String> types = new ArrayList<>();
    for (int t = 0; t < 11; t++) {
      types.add("type " + (t + 1));
    }
    types.add("<b> & \"crop\"");
    return new GanttTrace(
        id, scenario, 1, 0.001, machines, types, tasks(random, 800), List.of(), "");
  }

  /** An excerpt of a trial on 1,000 machines of two types, of which every tenth span is busy. */
  private static GanttTrace onManyMachines(String id, String scenario, long seed) {
    GanttTrace eight = trace(id, scenario, seed);
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      shares.add(i % 10 == 0 ? 1.0 : 0.25);
    }
    return new GanttTrace(
        id,
        scenario,
        1,
        0.001,
        eight.machines(),
        eight.taskTypes(),
        eight.tasks(),
        List.of(
            new MachineUse("<i>small", 600, 50, shares), new MachineUse("big", 400, 50, shares)),
        "8 of 1,000 machines are shown.");
  }

  private static List<GanttTask> tasks(SplittableRandom random, int count) {
    long[] free = new long[8];
    List<GanttTask> tasks = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      long arrival = id * 12L + random.nextInt(9);
      int machine = random.nextInt(8);
      TaskFate fate = fate(random);
      tasks.add(task(random, id, machine, arrival, fate, free));
    }
    return tasks;
  }

  private static TaskFate fate(SplittableRandom random) {
    TaskFate[] fates = TaskFate.values();
    return random.nextInt(10) < 5 ? TaskFate.ON_TIME : fates[random.nextInt(fates.length)];
  }

  private static GanttTask task(
      SplittableRandom random, int id, int machine, long arrival, TaskFate fate, long[] free) {
    int type = random.nextInt(12);
    if (!STARTED.contains(fate)) {
      long exit = arrival + 100 + random.nextInt(150);
      boolean unmapped = fate == TaskFate.EXPIRED_IN_BATCH || fate == TaskFate.DISCARDED;
      int waited = unmapped ? GanttTask.NONE : machine;
      return new GanttTask(id, type, waited, arrival, GanttTask.NONE, exit, exit - 1, fate);
    }
    long start = Math.max(free[machine], arrival) + random.nextInt(4);
    long exit = start + 40 + random.nextInt(140);
    free[machine] = exit;
    long deadline =
        switch (fate) {
          case ON_TIME, DROPPED_RUNNING, FAILED -> exit + random.nextInt(60);
          case LATE -> exit - 10 - random.nextInt(40);
          case EVICTED -> exit;
          case EXPIRED_IN_BATCH,
              EXPIRED_IN_QUEUE,
              DROPPED_PENDING,
              DROPPED_PROACTIVELY,
              DISCARDED ->
              throw new IllegalStateException(fate + " never started");
        };
    return new GanttTask(id, type, machine, arrival, start, exit, deadline, fate);
  }
}
