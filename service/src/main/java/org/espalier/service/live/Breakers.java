package org.espalier.service.live;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The task types that are refused since their executions fail again and again, and the machines on
 * which all fails that succeeds elsewhere. What is refused is durable; failures are counted since
 * the scheduler began or began anew. Used by one thread.
 */
public final class Breakers {
  private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);
  private static final int MOST_NAMED = 5;
  private static final TypeReference<Map<String, Open>> STATE = new TypeReference<>() {};

  private final Function<String, Optional<Breaker>> settings;
  private final Timeline timeline;
  private final Consumer<String> keeper;
  private final Map<String, Open> open = new TreeMap<>();
  private final Map<String, Row> rows = new HashMap<>();
  private final Map<String, Integer> failedOn = new HashMap<>();
  private final Map<String, String> blamed = new TreeMap<>();

  /**
   * A type that is refused.
   *
   * @param until when a request is let in to try, in ticks
   * @param why what failed, for people
   */
  private record Open(long until, String why) {}

  /** Failures of a type in a row, and where; of many machines some. */
  private record Row(int failures, Set<String> machines) {
    Row and(String machine) {
      Set<String> all = new TreeSet<>(machines);
      if (all.size() < MOST_NAMED) {
        all.add(machine);
      }
      return new Row(failures + 1, all);
    }
  }

  /**
   * Those that go on from an earlier process.
   *
   * @param settings what task types say
   * @param state what that one kept, empty at first
   * @param keeper keeps the state, which it is told when it has changed
   */
  public Breakers(
      Function<String, Optional<Breaker>> settings,
      Timeline timeline,
      String state,
      Consumer<String> keeper) {
    this.settings = settings;
    this.timeline = timeline;
    this.keeper = keeper;
    if (!state.isEmpty()) {
      open.putAll(JsonMapper.shared().readValue(state, STATE));
      if (open.keySet().removeIf(type -> settings.apply(type).isEmpty())) {
        keep(); // or it came back with its breaker
      }
    }
  }

  private void keep() {
    keeper.accept(JsonMapper.shared().writeValueAsString(open));
  }

  /** An execution succeeded: its type and its machine are no longer in doubt. */
  public void succeeded(String type, String machine) {
    rows.remove(type);
    failedOn.remove(machine);
    if (open.remove(type) != null) {
      LOG.atInfo().addKeyValue("type", type).log("task type {} is accepted again", type);
      keep();
    }
  }

  /**
   * An execution failed.
   *
   * @param why for people
   * @param others whether other machines can run the type, and take tasks
   * @return whether its type is watched
   */
  public boolean failed(long now, String type, String machine, String why, BooleanSupplier others) {
    Optional<Breaker> breaker = settings.apply(type);
    if (breaker.isEmpty()) {
      return false;
    }
    Row row = rows.getOrDefault(type, new Row(0, Set.of())).and(machine);
    rows.put(type, row);
    int most = breaker.get().failures();
    if (failedOn.merge(machine, 1, Integer::sum) >= most
        && row.machines().size() == 1
        && others.getAsBoolean()) {
      blame(machine, "the last %s executions failed".formatted(failedOn.get(machine)));
    } else if (row.failures() >= most) {
      open(now, type, breaker.get(), row, why);
    }
    return true;
  }

  private void open(long now, String type, Breaker breaker, Row row, String why) {
    String text =
        "its last %s executions failed (on %s%s; %s)"
            .formatted(
                row.failures(),
                String.join(", ", row.machines()),
                row.machines().size() < MOST_NAMED ? "" : " ...",
                why);
    if (open.put(type, new Open(now + timeline.ticks(breaker.pause()), text)) == null) {
      LOG.atWarn().addKeyValue("type", type).log("task type {} is refused: {}", type, text);
    }
    keep();
  }

  /** A machine cannot run anything. */
  public void blame(String machine, String why) {
    blamed.put(machine, why);
  }

  /** The machines that are to blame since this was last called, and for what. */
  public Map<String, String> takeBlamed() {
    Map<String, String> taken = new TreeMap<>(blamed);
    blamed.clear();
    return taken;
  }

  /** Whether any type is refused. */
  public boolean refuseAny() {
    return !open.isEmpty();
  }

  /**
   * Checks that none of some types is refused.
   *
   * @throws Refusal if one is, with when it may be tried again
   */
  public void check(long now, Collection<String> types) {
    for (String type : types) {
      Open found = open.get(type);
      if (found != null && now < found.until()) {
        throw new Refusal(
            "task type %s is refused: %s".formatted(type, found.why()), secondsLeft(found, now));
      }
    }
  }

  /** A request with some types is accepted, which tries those that are refused. */
  public void letIn(long now, Collection<String> types) {
    for (String type : types) {
      Open found = open.get(type);
      if (found != null) {
        long pause = timeline.ticks(settings.apply(type).orElseThrow().pause());
        open.put(type, new Open(now + pause, found.why()));
        keep();
      }
    }
  }

  /** What is refused, for people. */
  public List<String> notices(long now) {
    return open.entrySet().stream()
        .map(type ->
            "task type %s is refused: %s; a request is let in to try in %s s"
                .formatted(type.getKey(), type.getValue().why(), secondsLeft(type.getValue(), now)))
        .toList();
  }

  private int secondsLeft(Open refused, long now) {
    return (int) Math.ceil(timeline.milliseconds(Math.max(0, refused.until() - now)) / 1000);
  }
}
