package org.espalier.service.scheduling;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;

/**
 * What a live scheduler goes by.
 *
 * @param system the system with the execution times first believed in
 * @param policy name of the policy at the very first start; later starts go on with the last one
 * @param batchCapacity tasks the batch queue takes; more are refused until there is room
 * @param patience how long, in milliseconds, a request waits for the store
 */
public record SchedulerSettings(
    HcSystem system,
    AllocationRules rules,
    Policies policies,
    String policy,
    Commands commands,
    int batchCapacity,
    long patience) {
  /** Which of some tasks the system has no place for, and what would become of them. */
  public List<String> notices(List<LiveTask> tasks) {
    return new Places(system, commands::row).notices(tasks);
  }

  /** Which wall-clock time each tick is, as the facts of a store say. */
  public Timeline timeline(Map<String, String> facts) {
    Store.Resumption left = new Store.Resumption(facts, List.of(), 0, 0, 0);
    return TickClock.resume(TimeSource.SYSTEM, system.tick(), left).timeline();
  }

  /** The same with policies whose periods are on a timeline. */
  SchedulerSettings on(Timeline timeline) {
    return new SchedulerSettings(
        system, rules, policies.on(timeline), policy, commands, batchCapacity, patience);
  }

  /**
   * What a scheduler goes by, its back end and what learns. A start makes it; while the scheduler
   * works, another can take its place.
   *
   * @param backend opens the back end; with the same one the back end that is open stays
   * @param learning makes what learns, from the state it was left in, which is empty at first
   */
  public record Configuration(
      SchedulerSettings settings, BackendFactory backend, Function<String, Learning> learning) {}
}
