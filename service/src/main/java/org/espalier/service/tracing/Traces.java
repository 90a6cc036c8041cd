package org.espalier.service.tracing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;

/**
 * Tells of each task as a trace of OpenTelemetry: how long it waited, who decided, where it ran. It
 * hears of steps once they are durable, from one thread, and sends spans when they are over.
 *
 * <p>A task goes on with the trace of its request. Ids are functions of the store and the task, so
 * that the next service goes on with the same trace; when an earlier one mapped a task is not told.
 */
public final class Traces implements AutoCloseable {
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "[0-9a-e][0-9a-f]-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}.*");

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
   * @param version of this build
   * @param typeOfMachine the machine type of a machine
   */
  public Traces(
      URI collector,
      String store,
      String version,
      Timeline timeline,
      UnaryOperator<String> typeOfMachine) {
    this.store = store;
    this.timeline = timeline;
    this.typeOfMachine = typeOfMachine;
    this.sender =
        new SpanSender(collector, Map.of("service.name", "espalier", "service.version", version));
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
      tellRun(new Teller(task), task, tick);
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
        .ifPresent(run ->
            mapped.merge(
                task.id(),
                new Mapped(run.machine(), event),
                (before, now) -> before.machine().equals(now.machine()) ? before : now));
  }

  private void tell(LiveTask task, Ending ending) {
    Teller teller = new Teller(task);
    tellRun(teller, task, ending.time());
    lastRun.remove(task.id());
    mapped.remove(task.id());
    Fate fate = ending.fate();
    Map<String, Object> more = teller.attributes();
    more.put("espalier.fate", Names.word(fate));
    more.put("espalier.attempts", task.attempts());
    more.put("espalier.worth", task.worth());
    more.put("espalier.deadline", timeline.instant(task.deadline()));
    task.submission().user().ifPresent(user -> more.put("espalier.user", user));
    boolean isGood = fate == Fate.ON_TIME || fate == Fate.CANCELLED;
    String error = isGood ? "" : (Names.word(fate) + " " + ending.detail()).strip();
    teller.span(
        teller.id(),
        teller.parent,
        "task " + task.submission().type(),
        task.arrival(),
        timeline.instant(ending.time()),
        more,
        error);
  }

  /** How a task waited for an execution and came to it, and that execution. */
  private void tellRun(Teller teller, LiveTask task, long end) {
    @Nullable Mapped place = mapped.get(task.id());
    long start = task.run().filter(Run::hasStarted).map(Run::start).orElse(end);
    long decided = place == null ? start : place.event().tick();
    Long since = lastRun.getOrDefault(task.id(), task.arrival());
    teller.part("waiting", since, timeline.instant(decided), teller.attributes());
    Map<String, Object> where = teller.attributes();
    task.run()
        .ifPresent(run -> {
          where.put("espalier.machine", run.machine());
          where.put("espalier.machine_type", typeOfMachine.apply(run.machine()));
          where.put("espalier.p_state", run.pState());
          if (!Double.isNaN(run.chance())) {
            where.put("espalier.chance", run.chance());
          }
        });
    if (place != null) {
      where.put("espalier.policy", place.event().policy());
      Instant over = timeline.instant(decided).plus(place.event().took());
      teller.part("deciding", decided, over, where);
      if (start > decided) {
        teller.part("queued", decided, timeline.instant(start), where);
      }
    }
    if (task.run().filter(Run::hasStarted).isPresent()) {
      task.ending()
          .ifPresent(ending -> {
            where.put("espalier.fate", Names.word(ending.fate()));
            ending.exitCode().ifPresent(code -> where.put("espalier.exit_code", code));
          });
      teller.part("running", start, timeline.instant(end), where);
    }
  }

  /** Tells of one task. */
  private final class Teller {
    private final LiveTask task;
    private final boolean isWanted;
    private final String trace;
    private final String parent;

    Teller(LiveTask task) {
      this.task = task;
      String given = task.submission().traceparent().orElse("");
      Matcher matcher = TRACEPARENT.matcher(given);
      boolean isGiven = matcher.matches();
      this.trace = isGiven ? matcher.group(1) : digits("trace");
      this.parent = isGiven ? matcher.group(2) : "";
      this.isWanted = !isGiven || (Character.digit(given.charAt(54), 16) & 1) == 1;
    }

    private String digits(String of) {
      String text = "%s %s %s".formatted(store, task.id(), of);
      UUID hash = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
      return hash.toString().replace("-", "");
    }

    String id() {
      return digits("task").substring(16);
    }

    Map<String, Object> attributes() {
      Map<String, Object> attributes = new HashMap<>();
      attributes.put("espalier.task", task.id());
      attributes.put("espalier.task_type", task.submission().type());
      return attributes;
    }

    void part(String name, long start, Instant end, Map<String, Object> attributes) {
      span(digits(name + task.retries()).substring(16), id(), name, start, end, attributes, "");
    }

    void span(
        String id,
        String above,
        String name,
        long start,
        Instant end,
        Map<String, Object> attributes,
        String error) {
      if (isWanted) {
        sender.send(
            new Span(
                trace,
                id,
                above,
                name,
                timeline.instant(start),
                end,
                Map.copyOf(attributes),
                error));
      }
    }
  }

  /** How many spans were sent. */
  public long sent() {
    return sender.sent();
  }

  /** How many found no room, or were not wanted. */
  public long dropped() {
    return sender.dropped();
  }

  @Override
  public void close() {
    sender.close();
  }
}
