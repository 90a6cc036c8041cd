package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Sparkline;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
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
    long[] slacks = sortedSlacks(tasks);
    this.hasDeadlines = slacks.length > 0;
    this.slackScale = TimeScale.of(typed.tick(), hasDeadlines ? slacks[slacks.length - 1] : 0);
    this.utility = new UtilityView(tasks, typed.tick(), display);
  }

  /** The slacks of the tasks that have a deadline, rising. */
  private static long[] sortedSlacks(List<Task> tasks) {
    return tasks.stream()
        .filter(task -> task.deadline() != Task.NO_DEADLINE)
        .mapToLong(WorkloadView::slack)
        .sorted()
        .toArray();
  }

  private static long slack(Task task) {
    return task.deadline() - task.arrival();
  }

  void print(PrintWriter out) {
    out.println();
    arrivals().print(out, display.width());
    out.println();
    if (hasDeadlines) {
      out.printf("Slack (deadline - arrival), %s%n", slackScale.unit());
      slack().print(out, display.width());
    } else {
      out.println("No task has a deadline.");
    }
    utility.print(out);
    out.println();
    out.println(
        hasDeadlines ? "Task types (slack in %s)".formatted(slackScale.unit()) : "Task types");
    perType().print(out, Integer.MAX_VALUE);
  }

  private TextTable arrivals() {
    int width = Math.min(WIDEST, display.width() - 14);
    double[] counts = counts(tasks, width);
    TextTable facts = TextTable.of("", "", "");
    facts.add(
        "span",
        spanScale.text(first) + " to " + spanScale.text(first + span) + " " + spanScale.unit());
    facts.add("arrivals", Sparkline.of(counts, width, display.plain()));
    facts.add("intensity", intensity(counts));
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
        "%s tasks/s on average, %s at most",
        significant(tasks.size() / seconds),
        significant(most));
  }

  private static String significant(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 1 ? "%.1f" : "%.4f", value);
  }

  /** The work that arrives against what the machines can do in the span. */
  private String load(HcSystem known) {
    double work = tasks.stream().mapToDouble(t -> known.pet().meanOverMachineTypes(t.type())).sum();
    return span == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.2f (mean execution times of all tasks / span of %s)",
            work / span / known.machines().size(),
            Names.count(known.machines().size(), "machine"));
  }

  private TextTable slack() {
    TextTable table =
        TextTable.of("  ", "#min", "#quartile", "#median", "#mean", "#quartile", "#max");
    table.add(quantiles(tasks));
    return table;
  }

  private List<String> quantiles(List<Task> some) {
    long[] slacks = sortedSlacks(some);
    int last = slacks.length - 1;
    return List.of(
        slackScale.text(slacks[0]),
        slackScale.text(slacks[last / 4]),
        slackScale.text(slacks[last / 2]),
        slackScale.text(Arrays.stream(slacks).average().orElse(0)),
        slackScale.text(slacks[last - last / 4]),
        slackScale.text(slacks[last]));
  }

  private TextTable perType() {
    List<String> columns = new ArrayList<>(List.of("task type", "#tasks", "#share"));
    if (hasDeadlines) {
      columns.addAll(List.of("#min slack", "#mean", "#max"));
      system.ifPresent(known -> columns.add("#mean / execution time"));
    }
    columns.add("arrivals");
    TextTable table = TextTable.of("  ", columns);
    int width = Math.clamp(display.width() - beside(), NARROWEST, WIDEST / 2);
    List<List<Task>> byType = new ArrayList<>();
    types.forEach(name -> byType.add(new ArrayList<>()));
    tasks.forEach(task -> byType.get(task.type()).add(task));
    for (int i = 0; i < types.size(); i++) {
      table.add(row(i, byType.get(i), width));
    }
    return table;
  }

  private int beside() {
    int names = types.stream().mapToInt(String::length).max().orElse(0);
    return names + NUMBERS + (system.isPresent() ? RATIO : 0);
  }

  private List<String> row(int type, List<Task> own, int width) {
    List<String> row = new ArrayList<>();
    row.add(types.get(type));
    row.add(Integer.toString(own.size()));
    row.add(String.format(Locale.ROOT, "%.1f %%", 100.0 * own.size() / tasks.size()));
    if (hasDeadlines) {
      addSlack(row, type, sortedSlacks(own));
    }
    row.add(Sparkline.of(counts(own, width), width, display.plain()));
    return row;
  }

  private void addSlack(List<String> row, int type, long[] slacks) {
    if (slacks.length == 0) {
      row.addAll(List.of("-", "-", "-"));
      system.ifPresent(known -> row.add("-"));
      return;
    }
    double mean = Arrays.stream(slacks).average().orElse(0);
    row.add(slackScale.text(slacks[0]));
    row.add(slackScale.text(mean));
    row.add(slackScale.text(slacks[slacks.length - 1]));
    system.ifPresent(known -> {
      double time = known.pet().meanOverMachineTypes(type);
      row.add(String.format(Locale.ROOT, "%.2f", mean / time));
    });
  }
}
