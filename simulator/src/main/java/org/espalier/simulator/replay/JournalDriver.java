package org.espalier.simulator.replay;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * The third driver, after the simulation and the live service: it plays the journal of a live
 * service again. It tells resource managers what the journal says they were told, and compares what
 * they do with what it says they did.
 *
 * <p>Each {@link Journal.Began} makes a resource manager. That an instant was settled shows by what
 * followed from it: a mapping event, a decision, a start, an expiry or an eviction. A settling
 * without any consequence leaves no trace, and leaving it out changes nothing. The journal and the
 * replay are followed side by side: whatever the replay has done already must be the journal's next
 * entry, and otherwise that entry says what is to be told or settled next. Decisions to defer are
 * in some journals only and are passed over, and so is what no resource manager knows.
 */
public final class JournalDriver {
  private final RegisteredPolicies policies;
  private final List<Journal.Entry> recorded;
  private final List<Journal.Entry> entries = new ArrayList<>();
  private Journal.@Nullable Began began;
  private @Nullable ResourceManager manager;
  private int matched;

  private JournalDriver(RegisteredPolicies policies, List<Journal.Entry> journal) {
    this.policies = policies;
    this.recorded = journal.stream().filter(entry -> !isPassedOver(entry)).toList();
  }

  /**
   * Replays a journal up to its end or the first difference.
   *
   * @param journal the entries, of which the first is a {@link Journal.Began}
   * @throws IllegalArgumentException if it does not begin so, or an entry cannot be told, which no
   *     journal of a live service has
   */
  public static Replayed run(List<Journal.Entry> journal, RegisteredPolicies policies) {
    return new JournalDriver(policies, journal).follow(journal);
  }

  private Replayed follow(List<Journal.Entry> journal) {
    for (int i = 0; i < journal.size(); i++) {
      Journal.Entry entry = journal.get(i);
      if (!isPassedOver(entry) && !repeats(entry, i + 1)) {
        return new Replayed(
            entries, Optional.of(new Difference(i + 1, Optional.of(entry), next())));
      }
    }
    Optional<Difference> surplus =
        next()
            .map(entry -> new Difference(journal.size() + 1, Optional.empty(), Optional.of(entry)));
    return new Replayed(entries, surplus);
  }

  private static boolean isPassedOver(Journal.Entry entry) {
    return entry instanceof Journal.LeftUnmanaged
        || (entry instanceof Journal.Decided decided
            && decided.decision() instanceof Decision.Defer);
  }

  /** What the replay has done that the journal has not said yet. */
  private Optional<Journal.Entry> next() {
    return matched < entries.size() ? Optional.of(entries.get(matched)) : Optional.empty();
  }

  private boolean repeats(Journal.Entry entry, int number) {
    if (matched == entries.size()) {
      try {
        follow(entry);
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "entry %s of the journal cannot be replayed: %s".formatted(number, e.getMessage()), e);
      }
    }
    boolean same = next().filter(entry::equals).isPresent();
    matched += same ? 1 : 0;
    return same;
  }

  private void follow(Journal.Entry entry) {
    switch (entry) {
      case Journal.Began e -> begin(e);
      case Journal.Arrived e -> manager().taskArrived(e.time(), e.task());
      case Journal.HandedOver e -> manager().live().handedOver(e.time(), e.placement(), e.task());
      case Journal.Executing e -> manager().live().executionBegan(e.time(), e.machine(), e.start());
      case Journal.Finished e -> manager().taskFinished(e.time(), e.machine(), e.end());
      case Journal.Failed e -> manager().taskFailed(e.time(), e.machine(), e.end());
      case Journal.Lost e -> manager().live().taskLost(e.time(), e.machine(), e.until());
      case Journal.Cancelled e -> manager().taskCancelled(e.time(), e.task().id());
      case Journal.Refused e -> manager().live().refuseHopeless(e.time(), e.task().id());
      case Journal.MachineChanged e ->
          manager().machineChanged(e.time(), e.machine(), e.available());
      case Journal.StopTimed e -> manager().live().stopTimes(e.time(), e.machine(), e.times());
      case Journal.Clearing e -> manager().live().machineClearing(e.time(), e.machine(), e.since());
      case Journal.Cleared e -> manager().live().machineCleared(e.time(), e.machine());
      case Journal.Stopping e -> manager().live().stopping(e.time(), e.machine(), e.fate());
      case Journal.Stopped e -> manager().live().taskStopped(e.time(), e.machine(), e.end());
      case Journal.Learned e ->
          manager().learned(e.time(), e.taskType(), e.machineType(), e.pState(), e.executionTime());
      case Journal.PolicyChanged(var time, var policy, var settings) ->
          manager()
              .policyChanged(
                  time, policies.create(requireNonNull(began), policy, settings), settings);
      case Journal.Left e when e.departure().fate().isTold() -> {}
      case Journal.LeftUnmanaged _ -> {}
      case Journal.TakenBack e -> manager().live().takenBack(e.time(), e.machine(), e.task());
      case Journal.Left _, Journal.Returned _, Journal.Released _, Journal.Started _ ->
          manager().settle(entry.time());
      case Journal.EventHeld _, Journal.Charged _, Journal.EventEnded _, Journal.Decided _ ->
          manager().settle(entry.time());
    }
  }

  private void begin(Journal.Began e) {
    began = e;
    manager =
        new ResourceManager(
            e.system(),
            e.rules(),
            policies.create(e, e.policy(), e.settings()),
            new RecordedMachines(),
            entries::add);
    manager.takeOver(e);
    entries.add(e);
  }

  private ResourceManager manager() {
    if (manager == null) {
      throw new IllegalArgumentException("no resource manager has begun before it");
    }
    return manager;
  }

  /** Does nothing: what became of starts is in the journal, which also tells of early ends. */
  private final class RecordedMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
      return entries.size() < recorded.size()
          ? ended(now, task, recorded.get(entries.size()))
          : Optional.empty();
    }

    /**
     * {@inheritDoc} It was if it is not started at this time nor given back later, and something
     * else comes of it.
     */
    @Override
    public boolean takeBack(long now, Machine machine, Task task) {
      return recorded.subList(entries.size(), recorded.size()).stream()
          .takeWhile(e -> e.time() == now)
          .takeWhile(e -> !(e instanceof Journal.MachineChanged || e instanceof Journal.Began))
          .filter(entry -> entry instanceof Journal.OfTask e && e.task().equals(task))
          .findFirst()
          .filter(
              entry -> !(entry instanceof Journal.Started || entry instanceof Journal.TakenBack))
          .isPresent();
    }

    /** What the entry that is recorded at this point says of a task that is to be evicted. */
    private static Optional<ExecutionEnd> ended(long now, Task task, Journal.Entry entry) {
      return switch (entry) {
        case Journal.Finished e when e.task().equals(task) ->
            Optional.of(new ExecutionEnd(e.end(), ExecutionEnd.How.FINISHED));
        case Journal.Failed e when e.task().equals(task) ->
            Optional.of(new ExecutionEnd(e.end(), ExecutionEnd.How.FAILED));
        case Journal.Stopping e when e.task().equals(task) ->
            Optional.of(new ExecutionEnd(now, ExecutionEnd.How.OPEN));
        default -> Optional.empty();
      };
    }

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
