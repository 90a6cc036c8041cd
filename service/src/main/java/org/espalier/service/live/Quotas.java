package org.espalier.service.live;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.service.live.Quota.MachineTime;
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
  private final Supplier<Stream<LiveTask>> unfinished;
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
   * @param unfinished the tasks that have not left
   * @param state what that one kept, empty at first
   * @param keeper keeps the state, which it is told when it has changed
   */
  public Quotas(
      Function<String, Quota> settings,
      Timeline timeline,
      Supplier<Stream<LiveTask>> unfinished,
      String state,
      Consumer<String> keeper) {
    this.settings = settings;
    this.timeline = timeline;
    this.unfinished = unfinished;
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
    Optional<Refusal> refusal = refusal(now, user, tasks, waiting);
    if (refusal.isPresent()) {
      refused.merge(user, 1L, Long::sum);
      throw refusal.get();
    }
    double rate = settings.apply(user).perSecond();
    if (tasks > 0 && Double.isFinite(rate)) {
      paced.put(user, new Paced(left(now, user, rate) - tasks, now));
    }
  }

  /** Why a user may not submit some tasks now; empty if they may. Nothing is counted. */
  public Optional<Refusal> refusal(long now, String user, int tasks, int waiting) {
    Quota quota = settings.apply(user);
    if (tasks == 0 || quota.equals(Quota.NONE)) {
      return Optional.empty();
    }
    if (tasks > quota.waiting() - waiting) {
      String why =
          "%s waiting, of %s; %s more do not fit"
              .formatted(Names.count(waiting, "task"), quota.waiting(), tasks);
      return Optional.of(refusal(user, why, 1));
    }
    return quota
        .machineTime()
        .flatMap(limit -> ofMachineTime(now, user, limit))
        .or(() -> ofRate(now, user, quota.perSecond()));
  }

  private Optional<Refusal> ofMachineTime(long now, String user, MachineTime limit) {
    double used = seconds(now, user, limit) + running(now).getOrDefault(user, 0.0);
    if (used < seconds(limit.time())) {
      return Optional.empty();
    }
    long length = limit.period().toMillis();
    long left = length - Math.floorMod(timeline.instant(now).toEpochMilli(), length);
    return Optional.of(
        refusal(
            user,
            String.format(
                Locale.ROOT,
                "%.0f s of machine time are used, of %.0f s in %.0f s",
                used,
                seconds(limit.time()),
                seconds(limit.period())),
            seconds(Duration.ofMillis(left))));
  }

  private Optional<Refusal> ofRate(long now, String user, double rate) {
    double left = left(now, user, rate);
    return left < 1
        ? Optional.of(
            refusal(user, "more than %s tasks a second".formatted(rate), (1 - left) / rate))
        : Optional.empty();
  }

  /** How many tasks may be submitted at once. */
  private double left(long now, String user, double rate) {
    double most = Math.max(1, rate);
    Paced before = paced.getOrDefault(user, new Paced(most, now));
    double passed = timeline.milliseconds(now - before.at()) / MILLIS;
    return passed > 0 ? Math.min(most, before.left() + passed * rate) : before.left();
  }

  /** By user, how long what runs has taken so far, in seconds. */
  private Map<String, Double> running(long now) {
    Map<String, Double> running = new HashMap<>();
    unfinished
        .get()
        .filter(task -> task.run().filter(Run::hasStarted).isPresent())
        .forEach(task -> {
          double took = timeline.milliseconds(now - task.run().orElseThrow().start()) / MILLIS;
          running.merge(task.submission().user().orElse(""), took, Double::sum);
        });
    return running;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / MILLIS;
  }

  private static Refusal refusal(String user, String why, double seconds) {
    return new Refusal(
        Reason.QUOTA, "quota of user %s: %s".formatted(user, why), (int) Math.ceil(seconds));
  }

  /**
   * A task has left. It counts in the period in which that is heard, as it did while it ran: its
   * end may lie in an earlier one, of which nothing is kept.
   */
  public void ended(long now, LiveTask task, Ending ending) {
    String user = task.submission().user().orElse("");
    Optional<MachineTime> limit = settings.apply(user).machineTime();
    Optional<Run> run = task.run().filter(Run::hasStarted);
    if (limit.isPresent() && run.isPresent()) {
      double took = timeline.milliseconds(ending.time() - run.get().start()) / MILLIS;
      double all = seconds(now, user, limit.get()) + took;
      spent.put(user, new Spent(period(now, limit.get()), all));
      keeper.accept(JsonMapper.shared().writeValueAsString(spent));
    }
  }

  private long period(long now, MachineTime limit) {
    return timeline.instant(now).toEpochMilli() / limit.period().toMillis();
  }

  private double seconds(long now, String user, MachineTime limit) {
    Spent before = spent.get(user);
    return before == null || before.period() != period(now, limit) ? 0 : before.seconds();
  }

  /** What users that have a quota have of it, in order, and not too many. */
  public List<UserFigures> figures(long now, Map<String, Integer> waiting) {
    TreeSet<String> users = new TreeSet<>(waiting.keySet());
    users.addAll(spent.keySet());
    users.addAll(refused.keySet());
    Map<String, Double> running = running(now);
    users.addAll(running.keySet());
    return users.stream()
        .filter(user -> !settings.apply(user).equals(Quota.NONE))
        .limit(UserFigures.MOST)
        .map(user ->
            new UserFigures(
                user,
                waiting.getOrDefault(user, 0),
                settings
                    .apply(user)
                    .machineTime()
                    .map(t -> seconds(now, user, t) + running.getOrDefault(user, 0.0))
                    .orElse(0.0),
                refused.getOrDefault(user, 0L)))
        .toList();
  }
}
