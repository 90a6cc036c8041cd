package org.espalier.cli.files;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Sparkline;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.Task;
import org.espalier.core.utility.UtilityCurve;
import org.espalier.core.utility.UtilityKind;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Names;

/**
 * The utility functions of a workload, as curves, with what they are worth at each step or bend.
 * Each of the commonest kinds is shown by its first task.
 */
final class UtilityView {
  private static final int MOST_SHOWN = 4;
  private static final int WIDEST = 60;
  private final List<UtilityKind> kinds;
  private final int tasks;
  private final TimeScale scale;
  private final Display display;

  UtilityView(List<Task> tasks, Duration tick, Display display) {
    this.kinds = UtilityKind.of(tasks);
    this.tasks = tasks.size();
    long last =
        kinds.stream()
            .limit(MOST_SHOWN)
            .mapToLong(kind -> UtilityCurve.of(kind.example()).points().getLast().ticks())
            .max()
            .orElse(0);
    this.scale = TimeScale.of(tick, last);
    this.display = display;
  }

  /** Prints them, if any task has one. */
  void print(PrintWriter out) {
    if (kinds.isEmpty()) {
      return;
    }
    out.println();
    int more = kinds.size() - MOST_SHOWN;
    out.printf(
        "Utility over the time since the arrival, %s%s%n",
        scale.unit(),
        more > 0 ? ", of the %s commonest kinds of %s".formatted(MOST_SHOWN, kinds.size()) : "");
    kinds.stream().limit(MOST_SHOWN).forEach(kind -> print(kind, out));
  }

  private void print(UtilityKind kind, PrintWriter out) {
    UtilityCurve curve = UtilityCurve.of(kind.example());
    out.println();
    out.printf(
        Locale.ROOT,
        "  %s (%.1f %%), as of task %d: %s%n",
        Names.count(kind.tasks(), "task"),
        100.0 * kind.tasks() / tasks,
        kind.example().id(),
        kind.words());
    out.println("  " + drawn(kind.example(), curve));
    List<Long> borders = curve.borders();
    new MatrixView(
            List.of("just before", "from then"),
            borders.stream().map(scale::text).toList(),
            (row, column) -> value(kind.example(), borders.get(column) - 1 + row))
        .print(out, display.width());
  }

  private String drawn(Task task, UtilityCurve curve) {
    int width = Math.min(WIDEST, display.width() - 20);
    long end = curve.points().getLast().ticks();
    double[] values =
        IntStream.range(0, width)
            .mapToDouble(i -> UtilityCurve.utility(task, Math.round(end * (i + 0.5) / width)))
            .toArray();
    return "%s  0 to %s %s"
        .formatted(Sparkline.of(values, width, display.plain()), scale.text(end), scale.unit());
  }

  /** What it is worth some ticks after the arrival; nothing is said of the time before. */
  private static String value(Task task, long ticks) {
    return ticks < 0 ? "-" : number(UtilityCurve.utility(task, ticks));
  }

  private static String number(double value) {
    return NumberText.ofAnySize(value).replaceAll("\\.?0+$", "");
  }
}
