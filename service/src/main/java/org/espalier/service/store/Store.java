package org.espalier.service.store;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Standing;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskState;

/**
 * What outlives the process. One thread commits, any thread reads; readers see whole commits only.
 * Every method throws {@link StoreUnavailableException} when the database does not answer; a commit
 * that threw may be repeated, whether or not it had taken place.
 */
public interface Store extends AutoCloseable {
  /**
   * The fact that a store is a copy; empty once that is dealt with. Another service may have gone
   * on with the one that it is a copy of.
   */
  String RESTORED = "restored";

  /** The store's own id, made once; a copy makes itself another. */
  String id();

  /** A number that grows with each service that opens it. */
  long tenure();

  /** What a service needs to go on where the last one stopped. */
  Resumption resume();

  /** Small named values; also of a store that is only looked at. */
  default Map<String, String> facts() {
    return resume().facts();
  }

  /**
   * Does nothing if changes can be made, as far as a question tells. Where services share the
   * store, this and commits say that it is this one's still.
   */
  void check();

  /** Whether another service has had the store since it was opened, so that it is lost. */
  default boolean isFollowed() {
    return false;
  }

  /** The services that share the store, the one that decides first; none where none can. */
  default List<Standing> services() {
    return List.of();
  }

  /**
   * Makes a change durable, all of it or none. Of a task that is known, run and ending are
   * replaced; its submission, arrival and deadline never change. Entries of the journal that are
   * known stay.
   *
   * @throws IllegalArgumentException if a key belongs to another task
   * @throws StoreRefusedException if another service has had the store, or it was set back
   */
  void commit(Change change);

  /** A task. */
  Optional<LiveTask> find(long id);

  /** The tasks that were submitted under some keys, in any order. */
  List<LiveTask> withKeys(Collection<String> keys);

  /** Tasks, latest first. */
  List<LiveTask> list(TaskQuery query);

  /** Entries of the journal after a sequence number, in order. */
  List<JournalLine> journal(long after, int limit);

  /** Entries of the journal about one task, in order. */
  List<JournalLine> history(long task);

  /**
   * Forgets what lies before the last beginning of the journal that is as old as a time. These are
   * tasks that left before it with their part of the journal, and all entries about no task. So the
   * journal that is left can be replayed from there, also where this was broken off. Commits take
   * their turn in between.
   *
   * @param before in ticks
   * @param keysBefore tasks with a key stay unless they left before this too, in ticks
   * @return how many tasks were forgotten
   */
  int forget(long before, long keysBefore);

  /**
   * Writes the whole store, as of one moment, to a file of its own that knows that it is a copy.
   *
   * @throws StoreRefusedException if a store of this kind is not copied so
   */
  Path copy();

  @Override
  void close();

  /**
   * What a service needs to go on.
   *
   * @param facts by name
   * @param unfinished tasks that have not left, by id
   * @param nextTask one more than the last id used
   * @param lastSequence sequence number of the last entry of the journal; 0 for none
   * @param lastTime time of the last entry of the journal, in ticks; 0 for none
   */
  record Resumption(
      Map<String, String> facts,
      List<LiveTask> unfinished,
      long nextTask,
      long lastSequence,
      long lastTime) {
    public Resumption {
      facts = Map.copyOf(facts);
      unfinished = List.copyOf(unfinished);
    }

    /**
     * What was left, for people; empty if the store is new. One that was used before holds the time
     * at which it was begun, at least.
     */
    public Optional<String> inWords() {
      boolean isCopy = !facts.getOrDefault(RESTORED, "").isEmpty();
      Map<String, Long> counts =
          unfinished.stream()
              .map(task -> isCopy ? task.aside() : task)
              .map(task -> task.isAside() ? "held" : task.state() == TaskState.RUNNING ? "run" : "")
              .collect(Collectors.groupingBy(word -> word, Collectors.counting()));
      long held = counts.getOrDefault("held", 0L);
      String text =
          "%s tasks so far, %s waiting, %s running"
              .formatted(nextTask, counts.getOrDefault("", 0L), counts.getOrDefault("run", 0L));
      String copy = "; restored or copied, but %s held until espalier release or cancel";
      return Optional.of(text + (isCopy || held > 0 ? copy.formatted(held) : ""))
          .filter(_ -> !facts.isEmpty());
    }
  }

  /**
   * A change: tasks, the entries of the journal that explain it, and facts.
   *
   * @param tasks tasks as they stand now, new ones and old
   * @param facts small named values, each replacing the one before
   */
  record Change(List<LiveTask> tasks, List<JournalLine> journal, Map<String, String> facts) {
    public Change {
      tasks = List.copyOf(tasks);
      journal = List.copyOf(journal);
      facts = Map.copyOf(facts);
    }
  }
}
