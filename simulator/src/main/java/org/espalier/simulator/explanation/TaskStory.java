package org.espalier.simulator.explanation;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.model.Task;

/**
 * What happened to a task.
 *
 * @param task the task
 * @param moments in order
 */
public record TaskStory(Task task, List<Moment> moments) {
  public TaskStory {
    moments = List.copyOf(moments);
  }

  /** The moments of a kind. */
  public <M extends Moment> Stream<M> all(Class<M> kind) {
    return moments.stream().filter(kind::isInstance).map(kind::cast);
  }
}
