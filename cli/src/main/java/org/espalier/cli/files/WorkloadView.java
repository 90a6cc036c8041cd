package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Sparkline;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Names;
import org.espalier.workload.trace.TypedWorkload;

/**
 * A workload: its span, how arrivals are spread over it, the slack of each task type, and what
 * tasks are worth over time.
 */
final class WorkloadView {
  private static final int WIDEST = 60;
  private static final int NARROWEST = 12;

  /** Width of the numbers of a task type, and of one more where a system is known. */
  private static final int NUMBERS = 48;

  private static final int RATIO = 23;

  private final Display display;
  private final List<Task> tasks;
  private final List<String> types;
  private final Optional<HcSystem> system;
  private final double secondsPerTick;
  private final long first;
  private final long span;
  private final boolean hasDeadlines;
  private final UtilityView utility;
  private final TimeScale slackScale;
  private final TimeScale spanScale;

  WorkloadView(TypedWorkload typed, Optional<HcSystem> system, Display display) {
    this.display = display;
    this.tasks = typed.workload().tasks();
    this.types = typed.taskTypes();
    this.system = system;
    this.secondsPerTick = typed.tick().toNanos() / 1e9;
    this.first = tasks.getFirst().arrival();
    this.span = tasks.getLast().arrival() - first;
    this.spanScale = TimeScale.of(typed.tick(), tasks.getLast().arrival());
    LongSummaryStatistics slacks = slacks(tasks);
    this.hasDeadlines = slacks.getCount() > 0;
    this.slackScale = TimeScale.of(typed.tick(), hasDeadlines ? slacks.getMax() : 0);
    this.utility = new UtilityView(tasks, typed.tick(), display);
  }

  /** The slacks of the tasks that have a deadline. */
  private static LongSummaryStatistics slacks(List<Task> tasks) {
    return tasks.stream()
        .filter(task -> task.deadline() != Task.NO_DEADLINE)
        .mapToLong(task -> task.deadline() - task.arrival())
        .summaryStatistics();
  }

  void print(PrintWriter out) {
    out.println();
    arrivals().print(out, display.width());
    utility.print(out);
    long without = tasks.size() - slacks(tasks).getCount();
    String more =
        without == 0 ? "" : "; %s without deadline".formatted(Names.count(without, "task"));
    out.println();
    out.println(
        hasDeadlines
            ? "Task types (slack: deadline - arrival, in %s%s)".formatted(slackScale.unit(), more)
            : "Task types; no task has a deadline");
    perType().print(out, Integer.MAX_VALUE);
  }

  private TextTable arrivals() {
    int width = Math.min(WIDEST, display.width() - 14);
    TextTable facts = TextTable.of("", "", "");
    facts.add(
        "span",
        spanScale.text(first) + " to " + spanScale.text(first + span) + " " + spanScale.unit());
    facts.add("arrivals", Sparkline.of(counts(tasks, width), width, display.plain()));
    facts.add("intensity", intensity(counts(tasks, WIDEST)));
    system.ifPresent(known -> facts.add("load", load(known)));
    return facts;
  }

  /** Arrivals in each of some equal parts of the span. */
  private double[] counts(List<Task> some, int parts) {
    double[] counts = new double[span == 0 ? 1 : parts];
    for (Task task : some) {
      double place = span == 0 ? 0 : (double) (task.arrival() - first) / span;
      counts[Math.min((int) (place * counts.length), counts.length - 1)]++;
    }
    return counts;
  }

  private String intensity(double[] counts) {
    if (span == 0) {
      return "all tasks arrive at once";
    }
    double seconds = span * secondsPerTick;
    double most = Arrays.stream(counts).max().orElse(0) / (seconds / counts.length);
    return String.format(
        Locale.ROOT,
        "%s tasks/s on average, %s at most in a %sth of the span",
        significant(tasks.size() / seconds),
        significant(most),
        WIDEST);
  }

  private static String significant(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 1 ? "%.1f" : "%.4f", value);
  }

  /** The work that arrives against what the machines can do in the span. */
  private String load(HcSystem known) {
    double[] means =
        IntStream.range(0, types.size())
            .mapToDouble(type -> meanOverMachines(known, type))
            .toArray();
    double work = tasks.stream().mapToDouble(task -> means[task.type()]).sum();
    return span == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.2f (mean execution times of all tasks / span of %s)",
            work / span / known.machines().size(),
            Names.count(known.machines().size(), "machine"));
  }

  private static double meanOverMachines(HcSystem known, int type) {
    return known.machines().stream()
        .flatMap(machine -> known.pet().find(type, machine.type().id(), 0).stream())
        .mapToDouble(Pmf::mean)
        .average()
        .orElse(Double.NaN);
  }

  private TextTable perType() {
    TextTable table =
        TextTable.of(
            "  ",
            "task type",
            "#tasks",
            "#share",
            "#?min slack",
            "#?mean",
            "#?max",
            "#?mean / execution time",
            "arrivals");
    int width = Math.clamp(display.width() - beside(), NARROWEST, WIDEST / 2);
    List<List<Task>> byType = new ArrayList<>();
    types.forEach(name -> byType.add(new ArrayList<>()));
    tasks.forEach(task -> byType.get(task.type()).add(task));
    for (int i = 0; i < types.size(); i++) {
      List<Task> own = byType.get(i);
      LongSummaryStatistics slacks = slacks(own);
      double time = system.isEmpty() ? 0 : system.get().pet().meanOverMachineTypes(i);
      table.add(
          types.get(i),
          Integer.toString(own.size()),
          String.format(Locale.ROOT, "%.1f %%", 100.0 * own.size() / tasks.size()),
          slack(slacks, slackScale.text(slacks.getMin())),
          slack(slacks, slackScale.text(slacks.getAverage())),
          slack(slacks, slackScale.text(slacks.getMax())),
          system.isEmpty() ? "" : slack(slacks, NumberText.fixed(slacks.getAverage() / time, 2)),
          Sparkline.of(counts(own, width), width, display.plain()));
    }
    return table;
  }

  /** What is told of some slacks; nothing where no task has a deadline. */
  private String slack(LongSummaryStatistics slacks, String told) {
    return !hasDeadlines ? "" : slacks.getCount() == 0 ? "-" : told;
  }

  private int beside() {
    int names = types.stream().mapToInt(String::length).max().orElse(0);
    return names + NUMBERS + (system.isPresent() ? RATIO : 0);
  }
}
