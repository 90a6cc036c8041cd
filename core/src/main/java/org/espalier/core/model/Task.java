package org.espalier.core.model;

/**
 * A task: one piece of work of a known type that arrives at a known time and is worth doing until
 * its deadline.
 *
 * @param id dense index in arrival order, unique in its workload
 * @param type index of its {@link TaskType}
 * @param arrival arrival time in ticks
 * @param deadline deadline in ticks, a task is on time if it finishes at or before it; {@link
 *     #NO_DEADLINE} if it has none
 * @param utility what it is worth to complete it, over time
 */
public record Task(int id, int type, long arrival, long deadline, UtilityFunction utility) {
  /** A deadline that never comes; sums with it do not overflow. */
  public static final long NO_DEADLINE = Long.MAX_VALUE / 4;

  public Task {
    Arguments.id(id, "task");
    Arguments.id(type, "type of task");
    if (deadline < arrival) {
      throw new IllegalArgumentException(
          "task %s: deadline %s is before its arrival %s; a deadline must not precede the arrival"
              .formatted(id, deadline, arrival));
    }
  }

  /** What it is worth to complete it on time; 1 unless it has a {@link DeadlineUtility}. */
  public double worth() {
    return asked().utility instanceof DeadlineUtility(double worth, boolean _)
        ? share() * worth
        : share();
  }

  /** Whether it must be completed: no pruner drops or defers it. */
  public boolean mustComplete() {
    return asked().utility instanceof DeadlineUtility(double _, boolean must) && must;
  }

  /** What it is worth at most. */
  public double mostUtility() {
    return utility.falling().of(this, arrival);
  }

  /** Whether it may become worth more with time. */
  public boolean rises() {
    return !utility.falling().equals(utility);
  }

  /** Whether it is worth more at some later time than at this one. */
  public boolean risesAfter(long time) {
    return utility.falling().of(this, time) > utility.of(this, time);
  }

  /**
   * The task as if it were worth at each time the most that is {@linkplain UtilityFunction#falling
   * still to be had}; itself unless it rises.
   */
  public Task falling() {
    UtilityFunction most = utility.falling();
    return most.equals(utility) ? this : new Task(id, type, arrival, deadline, most);
  }

  /** The task as one of its {@linkplain TaskType#versions versions}. */
  public Task as(Version version) {
    return version.type() == type
        ? this
        : new Task(id, version.type(), arrival, deadline, new OfVersion(this, version.share()));
  }

  /** The task as it was asked for: itself, unless it is a poorer version. */
  public Task asked() {
    return utility instanceof OfVersion(Task asked, double _) ? asked : this;
  }

  /** Whether it is a version of the task that was asked for, and not that one in full. */
  public boolean isVersion() {
    return utility instanceof OfVersion;
  }

  /** The share of its worth that it has as the version that it is; 1 in full. */
  public double share() {
    return utility instanceof OfVersion(Task _, double share) ? share : 1;
  }

  /** The same task by another number and arriving at another time, with as long to its deadline. */
  public Task arriving(int number, long time) {
    long until = deadline == NO_DEADLINE ? NO_DEADLINE : time + (deadline - arrival);
    return new Task(number, type, time, until, utility);
  }

  /** A task that is worth completing until its deadline, and of which no more is said. */
  public Task(int id, int type, long arrival, long deadline) {
    this(id, type, arrival, deadline, UtilityFunction.OF_DEADLINE);
  }

  /**
   * What a task is worth that is served as a poorer version: a share of what it is worth in full.
   *
   * @param asked the task as it was asked for
   */
  public record OfVersion(Task asked, double share) implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return share * asked.utility().of(asked, completion);
    }

    @Override
    public UtilityFunction falling() {
      return asked.rises() ? new OfVersion(asked.falling(), share) : this;
    }
  }
}
