package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.store.Store;
import org.espalier.service.tracing.Traces;
import org.espalier.workload.journal.JournalFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One step of the scheduler: what has changed since the last commit, and what is to be done once
 * that is durable.
 */
final class Step {
  private static final Logger LOG = LoggerFactory.getLogger(Step.class);
  private final List<JournalLine> lines = new ArrayList<>();
  private final Map<Long, LiveTask> tasks = new LinkedHashMap<>();
  private final Map<String, Long> keys = new HashMap<>();
  private final List<LiveTask> repeated = new ArrayList<>();
  private final Map<String, String> facts = new HashMap<>();
  private final List<Runnable> effects = new ArrayList<>();
  private Optional<Traces.Event> event = Optional.empty();

  /**
   * An entry of the journal.
   *
   * @param oldest id of the task that has index 0
   */
  void journal(long sequence, Journal.Entry entry, long oldest) {
    String json = JournalFiles.line(entry, oldest);
    lines.add(new JournalLine(sequence, entry.time(), taskOf(entry, oldest), json));
  }

  private static long taskOf(Journal.Entry entry, long oldest) {
    return switch (entry) {
      case Journal.OfTask e -> oldest + e.task().id();
      case Journal.LeftUnmanaged e -> oldest + e.id();
      default -> JournalLine.NO_TASK;
    };
  }

  void task(LiveTask task) {
    tasks.put(task.id(), task);
    task.submission().key().ifPresent(key -> keys.put(key, task.id()));
  }

  /** A task as it stands now, if this step has changed it. */
  Optional<LiveTask> find(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  /** The same by its idempotency key. */
  Optional<LiveTask> byKey(String key) {
    return Optional.ofNullable(keys.get(key)).flatMap(this::find);
  }

  /** The tasks that it is about, as they stand now. */
  Collection<LiveTask> tasks() {
    return tasks.values();
  }

  /** The tasks that leave by it. */
  List<LiveTask> ended() {
    return tasks.values().stream().filter(task -> task.ending().isPresent()).toList();
  }

  /** What the policy saw last in a task when it decided on it in this step; may be empty. */
  String basis(long task) {
    return lines.reversed().stream()
        .filter(line -> line.task() == task)
        .map(line -> JsonMapper.shared().readTree(line.json()).path("basis"))
        .filter(JsonNode::isObject)
        .map(basis -> basis.path("measure").asString("") + " " + basis.path("value").asString(""))
        .findFirst()
        .orElse("");
  }

  /** A task is to run again. */
  void repeat(LiveTask task) {
    repeated.add(task);
  }

  /** The tasks that are to run again, as their executions ended. */
  List<LiveTask> repeated() {
    return repeated;
  }

  /** It held a mapping event. */
  void held(Traces.Event mappingEvent) {
    event = Optional.of(mappingEvent);
  }

  /** Tells traces of it, once it is durable. */
  void tell(Traces traces) {
    long over = lines.isEmpty() ? 0 : lines.getLast().time();
    traces.committed(tasks.values(), repeated, event, over);
  }

  boolean says(String fact) {
    return facts.containsKey(fact);
  }

  void fact(String name, String value) {
    facts.put(name, value);
  }

  /** To be done, in order, once all of this step is durable. */
  void effect(Runnable effect) {
    effects.add(effect);
  }

  boolean changesNothing() {
    return lines.isEmpty() && tasks.isEmpty() && facts.isEmpty();
  }

  Store.Change change() {
    return new Store.Change(List.copyOf(tasks.values()), lines, facts);
  }

  List<JournalLine> lines() {
    return lines;
  }

  /**
   * Does what follows; one that fails does not keep the others from being done.
   *
   * @param gate is passed before each; where it throws no more are done
   */
  void runEffects(Runnable gate) {
    for (Runnable effect : effects) {
      gate.run();
      try {
        effect.run();
      } catch (RuntimeException e) {
        LOG.error("something that follows from a step failed", e);
      }
    }
  }
}
