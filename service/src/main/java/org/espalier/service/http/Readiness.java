package org.espalier.service.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.scheduling.LiveScheduler;

/**
 * Whether a service can do what it is for, and in time. A process that has just begun is slow; so
 * it first answers questions of its own, when it is asked for the first time, until it does so
 * quickly. Where clients wait for answers, the whole path of an invocation is to be quick too.
 */
final class Readiness {
  private static final long QUICK_NANOS = Duration.ofMillis(50).toNanos();
  private static final int LEAST_ROUNDS = 60;
  private static final int QUICK_ROUNDS = 5;

  /** What has not become quick by then is slow for another reason than its start. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(15).toNanos();

  /** How long one who asks waits for it at most. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final LiveScheduler service;
  private final Supplier<Overview> overviews;
  private final BooleanSupplier ready;
  private final Predicate<Duration> warm;
  private final long patienceNanos;
  private final StateJson state;
  private final TaskJson tasks;
  private int rounds;
  private int quick;
  private long spent;

  /**
   * That of a service.
   *
   * @param overviews asks for its overview
   * @param ready whether it decides and its store answers
   * @param warm whether invocations are quick; waits for that for so long
   */
  Readiness(
      LiveScheduler service,
      Supplier<Overview> overviews,
      BooleanSupplier ready,
      Predicate<Duration> warm,
      Duration patience) {
    this.warm = warm;
    this.service = service;
    this.overviews = overviews;
    this.ready = ready;
    this.patienceNanos = patience.toNanos();
    this.state = new StateJson(service, service.timeline());
    this.tasks = new TaskJson(service.timeline());
  }

  /** Why no task can be accepted, or none run, or not in time. */
  Optional<String> fault() {
    if (!ready.getAsBoolean()) {
      return Optional.of(
          "not ready: the store does not answer, the policy fails, or nothing is decided any more");
    }
    List<MachineGroup> groups = service.machineGroups();
    int failed = MachineGroup.count(groups, Activity.FAILED, Activity.AWAY);
    int out = failed + MachineGroup.count(groups, Activity.DRAINED);
    return failed > 0 && out == MachineGroup.count(groups, Activity.values())
        ? Optional.of("not ready: all machines have failed, are away or drained")
        : slowness();
  }

  private synchronized Optional<String> slowness() {
    long begin = System.nanoTime();
    long took = 0;
    while (!isWarm() && System.nanoTime() - begin < patienceNanos) {
      long asked = System.nanoTime();
      rounds += answer() > 0 ? 1 : 0;
      took = System.nanoTime() - asked;
      quick = took < QUICK_NANOS ? quick + 1 : 0;
      spent += took;
    }
    if (!isWarm()) {
      return Optional.of("not ready: an answer takes %s ms yet".formatted(took / 1_000_000));
    }
    return warm.test(Duration.ofNanos(begin + patienceNanos - System.nanoTime()))
        ? Optional.empty()
        : Optional.of("not ready: invocations are not quick yet");
  }

  private boolean isWarm() {
    return (rounds >= LEAST_ROUNDS && quick >= QUICK_ROUNDS) || spent > LONGEST_NANOS;
  }

  /** Does what requests ask for most, but changes nothing; how long the answers are. */
  private int answer() {
    String type = service.taskTypes().get(rounds % service.taskTypes().size()).name();
    Submission any = new Submission(type, Map.of(), Optional.empty());
    int length = state.overview(overviews.get()).toString().length();
    try {
      return length
          + service
              .rehearse(List.of(new TaskRequest(any, new TaskRequest.In(Duration.ofMinutes(1)))))
              .stream()
              .mapToInt(each -> tasks.rehearsal(each, service.now()).toString().length())
              .sum();
    } catch (Refusal e) {
      return length; // it takes other parameters, or the batch queue is full
    }
  }
}
