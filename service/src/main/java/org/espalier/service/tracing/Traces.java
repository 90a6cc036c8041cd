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
  private final Map<Long, Mapped> mapped = new HashMap<>();
  private final Map<Long, Long> lastRun = new HashMap<>();

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
      tell(task, tick);
      lastRun.put(task.id(), tick);
    }
    for (LiveTask task : tasks) {
      event.ifPresent(held -> note(task, held));
      if (task.ending().isPresent()) {
        tell(task, task.ending().get().time());
        lastRun.remove(task.id());
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

  /**
   * How a task waited for an execution and came to it, that execution, and the whole if it left.
   */
  private void tell(LiveTask task, long end) {
    Optional<Event> event = Optional.ofNullable(mapped.remove(task.id())).map(Mapped::event);
    boolean ran = task.run().filter(Run::hasStarted).isPresent();
    long start = ran ? task.run().orElseThrow().start() : end;
    long decided = event.map(Event::tick).orElse(start);
    Trace trace = new Trace(task, about(task, event));
    if (!trace.isWanted) {
      return;
    }
    trace.part("waiting", lastRun.getOrDefault(task.id(), task.arrival()), at(decided));
    event.ifPresent(held -> trace.part("deciding", decided, at(decided).plus(held.took())));
    if (start > decided) {
      trace.part("queued", decided, at(start));
    }
    if (ran) {
      trace.part("running", start, at(end));
    }
    task.ending()
        .ifPresent(_ ->
            trace.span(
                trace.root,
                trace.parent,
                "task " + task.submission().type(),
                task.arrival(),
                at(end)));
  }

  private Instant at(long tick) {
    return timeline.instant(tick);
  }

  private Map<String, Object> about(LiveTask task, Optional<Event> event) {
    Map<String, Object> about = new TreeMap<>();
    about.put("task", task.id());
    about.put("task_type", task.submission().type());
    about.put("attempts", task.attempts());
    about.put("worth", task.worth());
    task.submission().user().ifPresent(user -> about.put("user", user));
    event.ifPresent(held -> about.put("policy", held.policy()));
    task.run()
        .ifPresent(run -> {
          about.put("machine", run.machine());
          about.put("machine_type", typeOfMachine.apply(run.machine()));
          about.put("p_state", run.pState());
          about.put("chance", run.chance());
        });
    task.ending()
        .ifPresent(ending -> {
          about.put("fate", Names.word(ending.fate()));
          ending.exitCode().ifPresent(code -> about.put("exit_code", code));
        });
    return about;
  }

  /** Of one task, each part of which says all about it. */
  private final class Trace {
    private final LiveTask task;
    private final Map<String, Object> about;
    private final boolean isWanted;
    private final String id;
    private final String root;
    private final String parent;

    Trace(LiveTask task, Map<String, Object> about) {
      this.task = task;
      this.about = about;
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

    void part(String name, long start, Instant end) {
      span(digits(name + task.retries()).substring(16), root, name, start, end);
    }

    void span(String own, String above, String name, long start, Instant end) {
      ObjectNode span =
          JsonMapper.shared()
              .createObjectNode()
              .put("traceId", id)
              .put("spanId", own)
              .put("parentSpanId", above)
              .put("name", name)
              .put("kind", INTERNAL)
              .put("startTimeUnixNano", nanos(at(start)))
              .put("endTimeUnixNano", nanos(end));
      put("espalier.", about, span);
      task.ending()
          .filter(_ -> own.equals(root))
          .filter(ending -> ending.fate() != Fate.ON_TIME && ending.fate() != Fate.CANCELLED)
          .map(ending -> ending.fate() + " " + ending.detail())
          .ifPresent(why -> span.putObject("status").put("code", ERROR).put("message", why));
      sender.send(span);
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
