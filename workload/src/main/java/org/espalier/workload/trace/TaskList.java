package org.espalier.workload.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;

/** Tasks as they are read from a file, checked one by one. */
final class TaskList {
  private final FileProblems problems;
  private final List<Task> tasks = new ArrayList<>();
  private final Map<Integer, RecordedTime> recorded = new HashMap<>();
  private long previousArrival = Long.MIN_VALUE;

  TaskList(FileProblems problems) {
    this.problems = problems;
  }

  /** Takes the task of a line, or reports what is wrong with it. */
  void add(int line, int type, long arrival, long deadline) {
    add(line, type, arrival, deadline, UtilityFunction.OF_DEADLINE, Optional.empty());
  }

  /** The same with what the task is worth, and what it took when it was recorded. */
  void add(
      int line,
      int type,
      long arrival,
      long deadline,
      UtilityFunction utility,
      Optional<RecordedTime> time) {
    if (arrival < 0) {
      report(line, "arrives before time 0", "expected arrivals from 0 on");
    } else if (arrival < previousArrival) {
      report(line, "arrives before the task ahead of it", "sort the tasks by arrival");
    }
    if (deadline < arrival) {
      report(line, "deadline is before the arrival", "correct one of them");
    } else if (arrival >= Math.max(0, previousArrival)) {
      time.ifPresent(known -> recorded.put(tasks.size(), known));
      tasks.add(new Task(tasks.size(), type, arrival, deadline, utility));
    }
    previousArrival = Math.max(previousArrival, arrival);
  }

  private void report(int line, String message, String remedy) {
    problems.report(line, "", "", message, remedy);
  }

  /** The workload, or empty if there are problems. */
  Optional<Workload> workload(String name) {
    if (tasks.isEmpty() && problems.isEmpty()) {
      problems.report("has no tasks", "give at least one");
    }
    return problems.isEmpty() ? Optional.of(new Workload(name, tasks, recorded)) : Optional.empty();
  }

  /** The name of a workload: that of its file without extension. */
  static String name(FileProblems problems) {
    String file = String.valueOf(problems.file().getFileName());
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
