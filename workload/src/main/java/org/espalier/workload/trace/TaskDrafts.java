package org.espalier.workload.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;

/** The tasks of a log in whatever order, until all of them and their task types are known. */
public final class TaskDrafts {
  private final FileProblems problems;
  private final Map<String, String> renames;
  private final List<Draft> drafts = new ArrayList<>();
  private final Map<String, Integer> firstLines = new LinkedHashMap<>();

  /**
   * No tasks.
   *
   * @param renames other names for the task types of the log; several may become one
   */
  public TaskDrafts(FileProblems problems, Map<String, String> renames) {
    this.problems = problems;
    this.renames = renames;
  }

  /** A task without its place; times in ticks. */
  private record Draft(String type, long arrival, long deadline, Optional<RecordedTime> time) {}

  /** Takes the task of a line, whose task type is as the log calls it. */
  public void add(int line, String type, long arrival, long deadline, Optional<RecordedTime> time) {
    firstLines.putIfAbsent(type, line);
    drafts.add(new Draft(renames.getOrDefault(type, type), arrival, deadline, time));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return drafts.isEmpty();
  }

  /** How many there are. */
  public int size() {
    return drafts.size();
  }

  /**
   * The workload, sorted by arrival and without the name and length of ticks; empty if there are
   * problems.
   *
   * @param types the task types of the log, as it calls them, in the order of the workload's
   * @param fromZero whether times are counted from the first arrival
   */
  public Optional<TypedWorkload> workload(
      String name, List<String> types, Optional<HcSystem> system, Duration tick, boolean fromZero) {
    checkRenames();
    List<String> names =
        system
            .map(known -> known.taskTypes().stream().map(TaskType::name))
            .orElseGet(
                () -> types.stream().map(type -> renames.getOrDefault(type, type)).distinct())
            .toList();
    Map<String, Integer> places = new HashMap<>();
    names.forEach(known -> places.put(known, places.size()));
    checkTypes(names);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    drafts.sort(Comparator.comparingLong(Draft::arrival));
    long zero = fromZero ? drafts.getFirst().arrival() : 0;
    List<Task> tasks = new ArrayList<>(drafts.size());
    Map<Integer, RecordedTime> recorded = new HashMap<>();
    for (Draft draft : drafts) {
      draft.time().ifPresent(time -> recorded.put(tasks.size(), time));
      long deadline =
          draft.deadline() == Task.NO_DEADLINE ? Task.NO_DEADLINE : draft.deadline() - zero;
      int type = places.getOrDefault(draft.type(), -1);
      tasks.add(new Task(tasks.size(), type, draft.arrival() - zero, deadline));
    }
    return Optional.of(new TypedWorkload(new Workload(name, tasks, recorded), names, tick));
  }

  private void checkRenames() {
    for (String from : renames.keySet().stream().sorted().toList()) {
      if (!drafts.isEmpty() && !firstLines.containsKey(from)) {
        String remedy = Names.remedy(from, firstLines.keySet());
        problems.report(0, "", from, "no job is of the task type to rename", remedy);
      }
    }
  }

  private void checkTypes(List<String> names) {
    Set<String> told = new HashSet<>(names);
    firstLines.forEach((type, line) -> {
      String name = renames.getOrDefault(type, type);
      if (told.add(name)) {
        problems.report(
            line,
            "task type",
            name,
            "is not in the system",
            "rename it (%s=%s), or give a system that has it".formatted(name, names.getFirst()));
      }
    });
  }
}
