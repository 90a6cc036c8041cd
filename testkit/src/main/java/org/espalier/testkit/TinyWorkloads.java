package org.espalier.testkit;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * Workloads of a few tasks, written one by one:
 *
 * {@snippet :
 * Workload workload = TinyWorkloads.empty().task(0, 0, 12).task(1, 3, 9).build();
 * }
 */
public final class TinyWorkloads {
  private final List<Task> tasks = new ArrayList<>();

  private TinyWorkloads() {}

  /** No task yet. */
  public static TinyWorkloads empty() {
    return new TinyWorkloads();
  }

  /** Tasks of one type that arrive at one instant and have one deadline. */
  public static Workload burst(int count, int type, long arrival, long deadline) {
    TinyWorkloads workload = empty();
    for (int i = 0; i < count; i++) {
      workload.task(type, arrival, deadline);
    }
    return workload.build();
  }

  /** One more task, which arrives no earlier than the one before. */
  public TinyWorkloads task(int type, long arrival, long deadline) {
    tasks.add(new Task(tasks.size(), type, arrival, deadline));
    return this;
  }

  /** The workload. */
  public Workload build() {
    return new Workload("tiny", tasks);
  }
}
