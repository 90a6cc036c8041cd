package org.espalier.service.store;

import java.util.function.Consumer;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;

/**
 * The ids of tasks, none of which is given out twice, and the small indices by which a resource
 * manager knows them. Used by one thread.
 */
public final class TaskIds {
  /** The fact below which number ids may have been told that are not durable. */
  public static final String FACT = "ids";

  private static final int BLOCK = 1000;
  private static final long MOST = 1L << 31;

  private final long oldest;
  private final Consumer<String> reserving;
  private long next;
  private long reserved;
  private boolean usedUp;

  /**
   * Those that follow what is durable.
   *
   * @param reserving hears below which number ids may be told before they are durable; this must be
   *     durable by then
   */
  public TaskIds(Store.Resumption resumption, Consumer<String> reserving) {
    this.reserving = reserving;
    this.reserved = Long.parseLong(resumption.facts().getOrDefault(FACT, "0"));
    this.next = Math.max(resumption.nextTask(), reserved);
    long least = resumption.unfinished().stream().mapToLong(LiveTask::id).min().orElse(next);
    this.oldest = next < MOST / 2 ? 0 : least;
  }

  /**
   * The id of a new task.
   *
   * @param isDurable whether it is told only when its task is durable; else it is of a block that
   *     is reserved before
   */
  public long next(boolean isDurable) {
    usedUp |= next - oldest == MOST / 2 || next - oldest >= MOST;
    if (next - oldest >= MOST) {
      throw new Refusal(
          Refusal.Reason.FULL,
          "%s tasks came since task %s, which is still here; cancel or release it"
              .formatted(MOST, oldest));
    }
    if (!isDurable && next >= reserved) {
      reserve(next + BLOCK);
    }
    return next++;
  }

  /** Everything that was told is durable. */
  public void giveBack() {
    if (reserved > next) {
      reserve(next);
    }
  }

  private void reserve(long end) {
    reserved = end;
    reserving.accept(Long.toString(end));
  }

  /** Whether so many were given out that their tasks should be indexed anew. */
  public boolean isUsedUp() {
    return usedUp;
  }

  /** The least that has an index, which is 0. */
  public long oldest() {
    return oldest;
  }

  /** The index of a task in the resource manager; -1 if it can have none. */
  public int index(long id) {
    return id < oldest || id - oldest >= MOST ? -1 : (int) (id - oldest);
  }
}
