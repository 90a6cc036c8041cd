package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.report.GanttTask;
import org.espalier.report.MachineUse;
import org.espalier.simulator.run.TracedTask;

/**
 * What a report shows of a trial on more machines than can be read row by row. It says how many of
 * each type execute, and shows some machines of each type: those with most tasks that were not on
 * time.
 */
final class TraceExcerpt {
  /** Up to how many machines all are shown. */
  static final int ALL_SHOWN = 40;

  private static final int MOST_TASKS = 20_000;
  private static final int MOST_UNMAPPED = 2_000;
  private static final int SPANS = 200;
  private static final double ROUNDED = 1e3;

  private final HcSystem system;
  private final List<TracedTask> all;
  private final int[] tasksOn;
  private final int[] missesOn;
  private final List<Integer> machines;
  private final List<GanttTask> tasks;

  /** The excerpt of a trial. */
  TraceExcerpt(HcSystem system, List<TracedTask> all) {
    this.system = system;
    this.all = all;
    this.tasksOn = new int[system.machines().size()];
    this.missesOn = new int[system.machines().size()];
    for (TracedTask task : all) {
      if (task.wasMapped()) {
        tasksOn[task.machine()]++;
        missesOn[task.machine()] += task.fate() == Fate.ON_TIME ? 0 : 1;
      }
    }
    this.machines = chosen();
    this.tasks = tasksOfChosen();
  }

  /** As many of each type as fit, at least one. */
  private List<Integer> chosen() {
    int types = (int) system.machines().stream().map(Machine::type).distinct().count();
    int ofEach = Math.max(1, ALL_SHOWN / types);
    while (ofEach > 1 && tasksOn(worst(ofEach)) > MOST_TASKS) {
      ofEach--;
    }
    return worst(ofEach);
  }

  private long tasksOn(List<Integer> some) {
    return some.stream().mapToLong(machine -> tasksOn[machine]).sum();
  }

  private List<Integer> worst(int ofEach) {
    return system.machineTypes().stream().flatMap(type -> worst(type, ofEach)).toList();
  }

  private Stream<Integer> worst(MachineType type, int most) {
    return IntStream.range(0, tasksOn.length)
        .filter(machine -> system.machines().get(machine).type().equals(type))
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(machine -> -missesOn[machine])
                .thenComparingInt(machine -> -tasksOn[machine]))
        .limit(most);
  }

  private List<GanttTask> tasksOfChosen() {
    int step = step();
    List<GanttTask> shown = new ArrayList<>();
    int unmapped = 0;
    for (TracedTask task : all) {
      int row = machines.indexOf(task.machine());
      if (task.wasMapped() ? row >= 0 : unmapped++ % step == 0) {
        shown.add(task.inRow(row));
      }
    }
    return shown;
  }

  /** One of how many tasks that were never mapped is shown. */
  private int step() {
    long unmapped = all.stream().filter(task -> !task.wasMapped()).count();
    return Math.toIntExact(Math.max(1, Math.ceilDiv(unmapped, MOST_UNMAPPED)));
  }

  /** The names of the machines that are shown, grouped by type. */
  List<String> machines() {
    return machines.stream().map(machine -> system.machines().get(machine).name()).toList();
  }

  /** The tasks that are shown, each with the place of its machine among {@link #machines}. */
  List<GanttTask> tasks() {
    return tasks;
  }

  /** How many machines of each type execute. */
  List<MachineUse> use() {
    long end = Math.max(1, all.stream().mapToLong(TracedTask::exit).max().orElse(1));
    long span = Math.ceilDiv(end, SPANS);
    double[][] ticks = new double[system.machineTypes().size()][(int) Math.ceilDiv(end, span)];
    for (TracedTask task : all) {
      if (task.wasStarted()) {
        add(task, span, ticks[system.machines().get(task.machine()).type().id()]);
      }
    }
    List<MachineUse> use = new ArrayList<>();
    for (MachineType type : system.machineTypes()) {
      int count = (int) system.machines().stream().filter(m -> m.type().equals(type)).count();
      if (count > 0) {
        use.add(new MachineUse(type.name(), count, span, shares(ticks[type.id()], span * count)));
      }
    }
    return use;
  }

  /** Adds the ticks in which a task executed to the spans that they fall into. */
  private static void add(TracedTask task, long span, double[] ticks) {
    for (long from = task.start(); from < task.exit(); ) {
      long to = Math.min(task.exit(), (from / span + 1) * span);
      ticks[(int) (from / span)] += to - from;
      from = to;
    }
  }

  private static List<Double> shares(double[] ticks, double whole) {
    return IntStream.range(0, ticks.length)
        .mapToObj(i -> Math.round(ROUNDED * Math.min(1, ticks[i] / whole)) / ROUNDED)
        .toList();
  }

  /** What is shown, and where all is, in words. */
  String text(String file) {
    int step = step();
    return String.format(
        Locale.ROOT,
        "The upper rows show the share of the machines of each type that execute, all %,d of them."
            + " Below are %d machines and their tasks: of each type those with most tasks that were"
            + " not on time.%s The key counts what is shown; all tasks are in %s.",
        system.machines().size(),
        machines.size(),
        step == 1 ? "" : " Of the tasks never mapped one in %s is shown.".formatted(step),
        file);
  }
}
