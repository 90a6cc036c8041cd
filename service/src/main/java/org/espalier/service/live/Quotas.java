package org.espalier.service.live;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.workload.document.Names;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What users have had of their {@linkplain Quota quotas}. The time of machines is durable; how fast
 * they submitted is forgotten with the process. Used by one thread.
 */
public final class Quotas {
  private static final TypeReference<Map<String, Spent>> STATE = new TypeReference<>() {};
  private static final double MILLIS = 1e3;

  private final Function<String, Quota> settings;
  private final Timeline timeline;
  private final Consumer<String> keeper;
  private final Map<String, Spent> spent = new TreeMap<>();
  private final Map<String, Paced> paced = new HashMap<>();
  private final Map<String, Long> refused = new HashMap<>();

  /** Machine time in a period of a number, in seconds. */
  private record Spent(long period, double seconds) {}

  /** How many tasks may be submitted at a tick; below 0 after more at a time. */
  private record Paced(double left, long at) {}

  /**
   * Those that go on from an earlier process.
   *
   * @param settings the quota of a user
   * @param state what that one kept, empty at first
   * @param keeper keeps the state, which it is told when it has changed
   */
  public Quotas(
      Function<String, Quota> settings, Timeline timeline, String state, Consumer<String> keeper) {
    this.settings = settings;
    this.timeline = timeline;
    this.keeper = keeper;
    if (!state.isEmpty()) {
      spent.putAll(JsonMapper.shared().readValue(state, STATE));
    }
  }

  /**
   * Lets a user submit some tasks.
   *
   * @param tasks how many; one request of more than a second's is let in, and pays for it later
   * @param waiting how many of this user wait
   * @throws Refusal if one is refused, with when it may be tried again
   */
  public void letIn(long now, String user, int tasks, int waiting) {
    Quota quota = settings.apply(user);
    if (tasks > 0 && !quota.equals(Quota.NONE)) {
      checkWaiting(user, quota, tasks, waiting);
      checkMachineTime(now, user, quota);
      pace(now, user, quota, tasks);
    }
  }

  private void checkWaiting(String user, Quota quota, int tasks, int waiting) {
    if (tasks > quota.waiting() - waiting) {
      refuse(
          user,
          "%s waiting, of %s; %s more do not fit"
              .formatted(Names.count(waiting, "task"), quota.waiting(), tasks),
          1);
    }
  }

  private void checkMachineTime(long now, String user, Quota quota) {
    quota
        .machineTime()
        .filter(limit -> seconds(now, user, limit) >= limit.time().toMillis() / MILLIS)
        .ifPresent(limit -> {
          long length = limit.period().toMillis();
          long left = length - Math.floorMod(timeline.instant(now).toEpochMilli(), length);
          refuse(
              user,
              "%.0f s of machine time are used, of %s s in %s s"
                  .formatted(
                      seconds(now, user, limit),
                      limit.time().toSeconds(),
                      limit.period().toSeconds()),
              (int) Math.ceil(left / MILLIS));
        });
  }

  private void pace(long now, String user, Quota quota, int tasks) {
    double most = Math.max(1, quota.perSecond());
    if (Double.isFinite(most)) {
      Paced before = paced.getOrDefault(user, new Paced(most, now));
      double passed = timeline.milliseconds(now - before.at()) / MILLIS;
      double left = Math.min(most, before.left() + passed * quota.perSecond());
      if (left < 1) {
        paced.put(user, new Paced(left, now));
        int wait = (int) Math.ceil((1 - left) / quota.perSecond());
        refuse(user, "more than %s tasks a second".formatted(quota.perSecond()), wait);
      }
      paced.put(user, new Paced(left - tasks, now));
    }
  }

  private void refuse(String user, String why, int seconds) {
    refused.merge(user, 1L, Long::sum);
    throw new Refusal(Reason.QUOTA, "quota of user %s: %s".formatted(user, why), seconds);
  }

  /** A task has left. */
  public void ended(LiveTask task, Ending ending) {
    String user = task.submission().user().orElse("");
    settings
        .apply(user)
        .machineTime()
        .ifPresent(limit ->
            task.run()
                .filter(Run::hasStarted)
                .ifPresent(run -> {
                  double took = timeline.milliseconds(ending.time() - run.start()) / MILLIS;
                  double all = seconds(ending.time(), user, limit) + took;
                  spent.put(user, new Spent(period(ending.time(), limit), all));
                  keeper.accept(JsonMapper.shared().writeValueAsString(spent));
                }));
  }

  private long period(long now, Quota.MachineTime limit) {
    Duration since = Duration.ofMillis(timeline.instant(now).toEpochMilli());
    return since.dividedBy(limit.period());
  }

  private double seconds(long now, String user, Quota.MachineTime limit) {
    Spent before = spent.get(user);
    return before == null || before.period() != period(now, limit) ? 0 : before.seconds();
  }

  /** What users that have a quota have of it, in order, and not too many. */
  public List<UserFigures> figures(long now, Map<String, Integer> waiting) {
    TreeSet<String> users = new TreeSet<>(waiting.keySet());
    users.addAll(spent.keySet());
    users.addAll(refused.keySet());
    return users.stream()
        .filter(user -> !settings.apply(user).equals(Quota.NONE))
        .limit(UserFigures.MOST)
        .map(user ->
            new UserFigures(
                user,
                waiting.getOrDefault(user, 0),
                settings.apply(user).machineTime().map(t -> seconds(now, user, t)).orElse(0.0),
                refused.getOrDefault(user, 0L)))
        .toList();
  }
}
