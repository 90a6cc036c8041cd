package org.espalier.service.tracing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.espalier.workload.document.Names;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells of each task as a trace of OpenTelemetry: how long it waited, who decided, where it ran. It
 * hears of steps once they are durable, from one thread, and sends spans when they are over.
 *
 * <p>A task goes on with the trace of its request. Ids are functions of the store and the task, so
 * that the next service goes on with the same trace; when an earlier one mapped a task is not told.
 */
public final class Traces implements AutoCloseable {
  private static final Pattern TRACEPARENT =
      Pattern.compile("..-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])");
  private static final int INTERNAL = 1;
  private static final int ERROR = 2;

  private final String store;
  private final Timeline timeline;
  private final UnaryOperator<String> typeOfMachine;
  private final SpanSender sender;
  private final Map<Integer, Mapped> mapped = new HashMap<>();
  private final Map<Integer, Long> lastRun = new HashMap<>();

  /**
   * A mapping event.
   *
   * @param policy decided
   * @param tick when
   * @param took how long it did
   */
  public record Event(String policy, long tick, Duration took) {}

  private record Mapped(String machine, Event event) {}

  /**
   * Traces of the tasks of a store.
   *
   * @param collector takes them by OTLP over HTTP, at its path {@code /v1/traces}
   * @param typeOfMachine the machine type of a machine
   */
  public Traces(
      URI collector, String store, Timeline timeline, UnaryOperator<String> typeOfMachine) {
    this.store = store;
    this.timeline = timeline;
    this.typeOfMachine = typeOfMachine;
    ObjectNode resource = JsonMapper.shared().createObjectNode();
    put("service.", Map.of("name", "espalier"), resource);
    this.sender = new SpanSender(collector, resource);
  }

  /**
   * A step is durable.
   *
   * @param tasks it is about, as they stand now
   * @param repeated tasks, as their executions ended that are to be repeated
   * @param event the mapping event that it held
   * @param tick when it was over
   */
  public void committed(
      Collection<LiveTask> tasks, Collection<LiveTask> repeated, Optional<Event> event, long tick) {
    for (LiveTask task : repeated) {
      tellRun(task, tick, new Trace(task));
      lastRun.put(task.id(), tick);
      mapped.remove(task.id());
    }
    for (LiveTask task : tasks) {
      event.ifPresent(held -> note(task, held));
      if (task.ending().isPresent()) {
        tell(task, task.ending().get());
      } else if (task.run().isEmpty()) {
        mapped.remove(task.id());
      }
    }
  }

  /** What was mapped by an event, unless it was before. */
  private void note(LiveTask task, Event event) {
    task.run()
        .filter(run -> !run.hasStarted() || run.start() >= event.tick())
        .map(run -> new Mapped(run.machine(), event))
        .ifPresent(now ->
            mapped.merge(
                task.id(), now, (old, _) -> old.machine().equals(now.machine()) ? old : now));
  }

  private void tell(LiveTask task, Ending ending) {
    Trace trace = new Trace(task);
    tellRun(task, ending.time(), trace);
    lastRun.remove(task.id());
    mapped.remove(task.id());
    Map<String, Object> more = new TreeMap<>();
    more.put("attempts", task.attempts());
    more.put("worth", task.worth());
    more.put("deadline", timeline.instant(task.deadline()));
    task.submission().user().ifPresent(user -> more.put("user", user));
    trace.whole(timeline.instant(ending.time()), more);
  }

  /** How a task waited for an execution and came to it, and that execution. */
  private void tellRun(LiveTask task, long end, Trace trace) {
    Optional<Event> event = Optional.ofNullable(mapped.get(task.id())).map(Mapped::event);
    long start = task.run().filter(Run::hasStarted).map(Run::start).orElse(end);
    long decided = event.map(Event::tick).orElse(start);
    long since = lastRun.getOrDefault(task.id(), task.arrival());
    Map<String, Object> where = new TreeMap<>();
    trace.part("waiting", since, timeline.instant(decided), where);
    task.run()
        .ifPresent(run -> {
          where.put("machine", run.machine());
          where.put("machine_type", typeOfMachine.apply(run.machine()));
          where.put("p_state", run.pState());
          where.put("chance", run.chance());
        });
    event.ifPresent(held -> {
      where.put("policy", held.policy());
      trace.part("deciding", decided, timeline.instant(decided).plus(held.took()), where);
      if (start > decided) {
        trace.part("queued", decided, timeline.instant(start), where);
      }
    });
    if (task.run().filter(Run::hasStarted).isPresent()) {
      trace.part("running", start, timeline.instant(end), where);
    }
  }

  /** Of one task. */
  private final class Trace {
    private final LiveTask task;
    private final boolean isWanted;
    private final String id;
    private final String root;
    private final String parent;

    Trace(LiveTask task) {
      this.task = task;
      Matcher given = TRACEPARENT.matcher(task.submission().traceparent().orElse(""));
      boolean isGiven = given.matches();
      this.id = isGiven ? given.group(1) : digits("trace");
      this.parent = isGiven ? given.group(2) : "";
      this.isWanted = !isGiven || (Character.digit(given.group(3).charAt(0), 16) & 1) == 1;
      this.root = digits("task").substring(16);
    }

    private String digits(String of) {
      String text = "%s %s %s".formatted(store, task.id(), of);
      UUID hash = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
      return hash.toString().replace("-", "");
    }

    void part(String name, long start, Instant end, Map<String, Object> attributes) {
      span(digits(name + task.retries()).substring(16), root, name, start, end, attributes);
    }

    void whole(Instant end, Map<String, Object> attributes) {
      span(root, parent, "task " + task.submission().type(), task.arrival(), end, attributes);
    }

    private void span(
        String own,
        String above,
        String name,
        long start,
        Instant end,
        Map<String, Object> attributes) {
      ObjectNode span =
          JsonMapper.shared()
              .createObjectNode()
              .put("traceId", id)
              .put("spanId", own)
              .put("parentSpanId", above)
              .put("name", name)
              .put("kind", INTERNAL)
              .put("startTimeUnixNano", nanos(timeline.instant(start)))
              .put("endTimeUnixNano", nanos(end));
      Map<String, Object> all = new TreeMap<>(attributes);
      all.put("task", task.id());
      all.put("task_type", task.submission().type());
      task.ending()
          .ifPresent(ending -> {
            all.put("fate", Names.word(ending.fate()));
            ending.exitCode().ifPresent(code -> all.put("exit_code", code));
            if (own.equals(root)
                && ending.fate() != Fate.ON_TIME
                && ending.fate() != Fate.CANCELLED) {
              span.putObject("status")
                  .put("code", ERROR)
                  .put("message", ending.fate() + " " + ending.detail());
            }
          });
      put("espalier.", all, span);
      if (isWanted) {
        sender.send(span);
      }
    }
  }

  private static String nanos(Instant time) {
    return Long.toString(Duration.between(Instant.EPOCH, time).toNanos());
  }

  private static void put(String prefix, Map<String, Object> attributes, ObjectNode json) {
    ArrayNode list = json.putArray("attributes");
    attributes.forEach((key, value) -> {
      ObjectNode typed = list.addObject().put("key", prefix + key).putObject("value");
      switch (value) {
        case Double number -> typed.put("doubleValue", number);
        case Integer number -> typed.put("intValue", number.toString());
        default -> typed.put("stringValue", value.toString());
      }
    });
  }

  /** How many spans found no room, or were refused. */
  public long dropped() {
    return sender.dropped();
  }

  @Override
  public void close() {
    sender.close();
  }
}
