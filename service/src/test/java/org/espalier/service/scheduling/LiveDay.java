package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.live.Urgency;
import org.espalier.simulator.engine.GoldenDay;
import org.espalier.workload.policy.RegistrySettings;

/**
 * A golden day as a live service can have it.
 *
 * @param policy which decides
 */
record LiveDay(GoldenDay day, String policy) {
  static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  /** So many ticks later than in the file tasks arrive. */
  static final long MORNING = 120_000;

  private static final int[] MINUTES = {
    0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 240, 480
  };

  /** All days, under the policies that they have in the file. */
  static List<LiveDay> all() {
    return GoldenDay.all().map(day -> new LiveDay(day, day.heuristic())).toList();
  }

  /** The same under another policy. */
  LiveDay under(String other) {
    return new LiveDay(day, other);
  }

  /** Whether energy is limited. */
  boolean isBudgeted() {
    return !day.settings().energy().periods().isEmpty();
  }

  /** A task as it is submitted: it is worth at most its priority, as its urgency says. */
  record Request(int type, long arrival, double worth, Urgency urgency) {}

  List<Request> requests() {
    return day.arrivals().stream().map(LiveDay::request).toList();
  }

  /** The worth of a task of the day at some times; it is linear between them. */
  private static Request request(Task task) {
    double most = task.mostUtility();
    NavigableMap<Duration, Double> shares = new TreeMap<>();
    for (int minute : MINUTES) {
      Duration since = Duration.ofMinutes(minute);
      shares.put(since, task.utility().of(task, task.arrival() + since.toMillis()) / most);
    }
    return new Request(task.type(), MORNING + task.arrival(), most, new Urgency(shares));
  }

  RegistrySettings settings() {
    return new RegistrySettings(
        day.settings(),
        Map.of(policy, day.parameters(REGISTRY.find(policy).orElseThrow().provider())));
  }

  @Override
  public String toString() {
    return day + " under " + policy;
  }
}
