package org.espalier.service.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;

/** What other threads want of the scheduler's thread. */
sealed interface Message {
  /** Whether it is still to be done. */
  default boolean isWanted() {
    return true;
  }

  /** A message that is answered when what it changed is durable. */
  sealed interface Request<T> extends Message {
    /** Where the answer goes. */
    CompletableFuture<T> answer();

    /** Not if it was answered, or nobody waits for the answer any more. */
    @Override
    default boolean isWanted() {
      return !answer().isDone();
    }
  }

  /** One of an operator, who is answered when it is durable whatever tasks are. */
  sealed interface OfOperators<T> extends Request<T> {}

  /**
   * Accept tasks.
   *
   * @param invocation who waits for the answer of the only one; empty if nobody does
   */
  record Submit(
      List<TaskRequest> requests,
      Optional<Invocation> invocation,
      CompletableFuture<List<Accepted>> answer)
      implements Request<List<Accepted>> {
    Submit(List<TaskRequest> requests, CompletableFuture<List<Accepted>> answer) {
      this(requests, Optional.empty(), answer);
    }
  }

  /** Take a task back. */
  record Cancel(long task, CompletableFuture<LiveTask> answer) implements Request<LiveTask> {}

  /** Tasks that are held may run; all that have not started where none are named. */
  record Release(List<Long> tasks, CompletableFuture<List<Long>> answer)
      implements OfOperators<List<Long>> {}

  /** A machine takes tasks, or takes no more. */
  record SetAvailable(String machine, boolean available, CompletableFuture<Void> answer)
      implements OfOperators<Void> {}

  /**
   * Another policy decides.
   *
   * @param settings those that differ from the file's
   */
  record Switch(String policy, Map<String, String> settings, CompletableFuture<Void> answer)
      implements OfOperators<Void> {}

  /** Begin the journal anew, as at a start; answered with when. */
  record BeginAnew(CompletableFuture<Long> answer) implements OfOperators<Long> {}

  /**
   * Go on under another configuration, as a start would; answered with when.
   *
   * @param policy decides from then on; if empty, the one that does already
   */
  record Reload(Configuration next, Optional<String> policy, CompletableFuture<Long> answer)
      implements OfOperators<Long> {}

  /** Look at the state between two steps; a question that fails is no concern of the others. */
  record Look<T>(Supplier<T> question, CompletableFuture<T> answer) implements Request<T> {
    void ask() {
      try {
        answer.complete(question.get());
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    }
  }

  /**
   * A launch that had to wait has begun.
   *
   * @param start when, in ticks
   */
  record Executing(LaunchId launch, long start) implements Message {}

  /** What is heard of a machine, and not of its task. */
  sealed interface OfMachine extends Message {}

  /**
   * A machine is away.
   *
   * @param back when it will be there, in ticks; empty if nobody knows
   */
  record Away(String machine, String why, OptionalLong back) implements OfMachine {}

  /**
   * A machine stops all that runs on it and goes.
   *
   * @param until when, in ticks
   */
  record Goes(String machine, long until) implements OfMachine {}

  /** A machine is there. */
  record Back(String machine, String holder) implements OfMachine {}

  /** What nobody wants is being stopped on a machine. */
  record Stopping(LaunchId launch, String machine) implements OfMachine {}

  /** What nobody wanted is gone. */
  record Gone(LaunchId launch) implements OfMachine {}

  /**
   * A launch is over.
   *
   * @param time since when, in ticks
   * @param outdated whether another launch has been given its number since
   */
  record Ended(LaunchEnd end, long time, AtomicBoolean outdated) implements Message {
    Ended(LaunchEnd end, long time) {
      this(end, time, new AtomicBoolean());
    }

    @Override
    public boolean isWanted() {
      return !outdated.get();
    }
  }
}
