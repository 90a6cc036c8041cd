package org.espalier.service.scheduling;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.store.StoreUnavailableException;

/** A store in memory that can be made to fail. */
class MemoryStore implements Store {
  private final TreeMap<Long, LiveTask> tasks = new TreeMap<>();
  private final Map<String, Long> ids = new HashMap<>();
  private final List<JournalLine> journal = new ArrayList<>();
  private final Map<String, String> facts = new HashMap<>();
  private boolean broken;
  private boolean mute;
  private int checks;
  private int commits;
  private Predicate<Change> refused = change -> false;

  synchronized void setBroken(boolean value) {
    broken = value;
  }

  /** Whether it does what it is told without an answer. */
  synchronized void setMute(boolean value) {
    mute = value;
  }

  /** How often it was asked whether it is there. */
  synchronized int checks() {
    return checks;
  }

  /** How many changes were made durable. */
  synchronized int commits() {
    return commits;
  }

  /** Changes that break a rule from now on. */
  synchronized void refuse(Predicate<Change> changes) {
    refused = changes;
  }

  private void checkNotBroken() {
    if (broken) {
      throw new StoreUnavailableException("switched off", new IllegalStateException());
    }
  }

  @Override
  public String id() {
    return "memory";
  }

  @Override
  public long tenure() {
    return 1;
  }

  @Override
  public synchronized Resumption resume() {
    return new Resumption(
        facts,
        tasks.values().stream().filter(task -> task.ending().isEmpty()).toList(),
        tasks.isEmpty() ? 0 : tasks.lastKey() + 1,
        journal.isEmpty() ? 0 : journal.getLast().sequence(),
        journal.isEmpty() ? 0 : journal.getLast().time());
  }

  @Override
  public synchronized void check() {
    checks++;
    checkNotBroken();
  }

  @Override
  public synchronized void commit(Change change) {
    checkNotBroken();
    if (refused.test(change)) {
      throw new IllegalArgumentException("a change breaks a rule");
    }
    change.tasks().forEach(this::checkKey);
    change.tasks().forEach(task -> tasks.put(task.id(), task));
    change
        .tasks()
        .forEach(task -> task.submission().key().ifPresent(key -> ids.put(key, task.id())));
    long last = journal.isEmpty() ? 0 : journal.getLast().sequence();
    change.journal().stream().filter(line -> line.sequence() > last).forEach(journal::add);
    facts.putAll(change.facts());
    commits++;
    if (mute) {
      throw new StoreUnavailableException("it is mute", new IllegalStateException());
    }
  }

  /** As in tables, a key has one task. */
  private void checkKey(LiveTask task) {
    Optional<Long> id = task.submission().key().map(ids::get);
    if (id.isPresent() && id.get() != task.id()) {
      throw new IllegalArgumentException(
          "tasks %d and %d have one key".formatted(id.get(), task.id()));
    }
  }

  @Override
  public synchronized Optional<LiveTask> find(long id) {
    return Optional.ofNullable(tasks.get(id));
  }

  @Override
  public synchronized List<LiveTask> withKeys(Collection<String> keys) {
    checkNotBroken();
    return tasks.values().stream()
        .filter(task -> task.submission().key().filter(keys::contains).isPresent())
        .toList();
  }

  @Override
  public synchronized List<LiveTask> list(TaskQuery query) {
    return tasks.descendingMap().values().stream()
        .filter(task -> query.states().isEmpty() || query.states().contains(task.state()))
        .filter(task -> isSubmitted(task, query.submitted()))
        .limit(query.limit())
        .toList();
  }

  private static boolean isSubmitted(LiveTask task, TaskQuery.Submitted so) {
    return (so.user().isEmpty() || so.user().equals(task.submission().user()))
        && task.arrival() >= so.since().orElse(Long.MIN_VALUE)
        && task.arrival() < so.until().orElse(Long.MAX_VALUE);
  }

  @Override
  public synchronized List<JournalLine> journal(long after, int limit) {
    return journal.stream().filter(line -> line.sequence() > after).limit(limit).toList();
  }

  @Override
  public synchronized List<JournalLine> history(long task) {
    return journal.stream().filter(line -> line.task() == task).toList();
  }

  @Override
  public int forget(long before, long keysBefore) {
    return 0;
  }

  @Override
  public Path copy() {
    throw new StoreRefusedException("what is kept in memory cannot be copied");
  }

  @Override
  public void close() {}
}
