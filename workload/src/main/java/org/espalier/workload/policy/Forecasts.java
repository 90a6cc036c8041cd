package org.espalier.workload.policy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.trace.LogPart;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * Reads the workloads that policies take for forecasts: those that studies may have, and journals
 * of live services ({@code .jsonl}), of which it is what arrived.
 */
public final class Forecasts {
  private static final String JOURNAL = ".jsonl";

  private Forecasts() {}

  /** Whether a forecast is a journal, whose times are those of its service. */
  public static boolean isJournal(Forecast forecast) {
    return forecast.name().endsWith(JOURNAL);
  }

  /**
   * Reads a forecast from a file.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Forecast read(Forecast named, Path file, HcSystem system) {
    return Problems.demand(problems -> read(named, file, system, problems)).value();
  }

  /** Reads a forecast from a file, by its clock; empty if there are problems. */
  public static Optional<Loaded<Forecast>> read(
      Forecast named, Path file, HcSystem system, Problems problems) {
    return read(named, file, system, first -> 0, problems);
  }

  /**
   * Reads a forecast from a file; empty if there are problems.
   *
   * @param begin the time of the file from which it counts, in ticks, given its first arrival
   */
  public static Optional<Loaded<Forecast>> read(
      Forecast named, Path file, HcSystem system, LongUnaryOperator begin, Problems problems) {
    Optional<Loaded<Forecast>> read =
        isJournal(named)
            ? journal(named.name(), file, system, begin, problems).map(Loaded::of)
            : workload(file, system, problems)
                .map(log -> log.map(of -> forecast(named.name(), of, system, begin)));
    return read.map(loaded -> loaded.map(forecast -> forecast.startingAt(named.start())));
  }

  private static Forecast forecast(
      String name, Workload log, HcSystem system, LongUnaryOperator begin) {
    long from = begin.applyAsLong(LogPart.firstArrival(log));
    return Forecast.of(name, LogPart.moved(log, from), system.tick());
  }

  private static Optional<Loaded<Workload>> workload(
      Path file, HcSystem system, Problems problems) {
    return file.toString().endsWith(".dat")
        ? TrialFiles.read(file, system, problems)
        : WorkloadFiles.read(file, system, problems);
  }

  private static Optional<Forecast> journal(
      String name, Path file, HcSystem system, LongUnaryOperator begin, Problems problems) {
    long before = problems.count();
    Arrivals arrivals = new Arrivals(system);
    JournalFiles.read(file, arrivals::take, problems);
    FileProblems own = problems.in(file);
    if (problems.count() == before) {
      arrivals.check(own);
    }
    return problems.count() == before
        ? Optional.of(arrivals.forecast(name, begin))
        : Optional.empty();
  }

  /**
   * What arrived, as a journal tells it, in terms of the system that it is to be a forecast for.
   */
  private static final class Arrivals {
    private final HcSystem system;
    private final Map<String, Integer> types = new HashMap<>();
    private final List<Task> tasks = new ArrayList<>();
    private final TreeSet<String> unknown = new TreeSet<>();
    private List<TaskType> ofJournal = List.of();
    private boolean isOtherTick;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    Arrivals(HcSystem system) {
      this.system = system;
      system.taskTypes().forEach(type -> types.put(type.name(), type.id()));
    }

    void take(Journal.Entry entry) {
      if (entry instanceof Journal.Began began) {
        ofJournal = began.system().taskTypes();
        isOtherTick |= !began.system().tick().equals(system.tick());
      }
      if (!ofJournal.isEmpty()) {
        from = Math.min(from, entry.time());
        to = Math.max(to, entry.time() + 1);
        if (entry instanceof Journal.Arrived arrived) {
          add(arrived);
        }
      }
    }

    private void add(Journal.Arrived arrived) {
      Task task = arrived.task();
      String name = ofJournal.get(task.type()).name();
      Integer type = types.get(name);
      if (type == null) {
        unknown.add(name);
        return;
      }
      long deadline = Math.max(task.deadline(), arrived.time());
      tasks.add(new Task(tasks.size(), type, arrived.time(), deadline, task.utility()));
    }

    void check(FileProblems problems) {
      if (ofJournal.isEmpty()) {
        problems.report("has no entry began, so its task types have no names", "export it whole");
      } else if (isOtherTick) {
        problems.report("has another tick than system " + system.name(), "give another journal");
      } else if (tasks.isEmpty() && unknown.isEmpty()) {
        problems.report("has no arrivals", "give a longer one");
      }
      for (String name : unknown) {
        String remedy = Names.remedy(name, types.keySet().stream().sorted().toList());
        problems.report(0, "task_type", name, "unknown task type", remedy);
      }
    }

    Forecast forecast(String name, LongUnaryOperator begin) {
      long less = begin.applyAsLong(tasks.stream().mapToLong(Task::arrival).min().orElse(from));
      List<Task> moved =
          tasks.stream()
              .map(task -> task.arriving(task.id(), task.arrival() - less))
              .sorted(Comparator.comparingLong(Task::arrival))
              .toList();
      return Forecast.of(name, moved, from - less, to - less, system.tick());
    }
  }
}
