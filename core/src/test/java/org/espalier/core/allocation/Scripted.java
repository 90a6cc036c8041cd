package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/**
 * A resource manager whose policy is a function, with all it says kept: the journal, and what the
 * back end was told as lines such as {@code 3: start 0 on machine}.
 */
final class Scripted implements Journal, ExecutionBackend {
  final List<Entry> entries = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  final List<MappingEvent> events = new ArrayList<>();
  final AllocationPolicy policy;
  final ResourceManager manager;
  private final HcSystem system;

  /** What the back end says when it is asked whether the next task to be evicted has ended. */
  Optional<ExecutionEnd> ended = Optional.empty();

  /** How many evaluations each mapping event takes. */
  long evaluations;

  /** Whether decisions to defer are kept too. */
  boolean deferrals;

  Scripted(
      HcSystem system, AllocationRules rules, Function<MappingEvent, List<Decision>> decisions) {
    this.system = system;
    policy = policy(decisions);
    manager = new ResourceManager(system, rules, policy, this, this);
  }

  private AllocationPolicy policy(Function<MappingEvent, List<Decision>> decisions) {
    return new AllocationPolicy() {
      @Override
      public String name() {
        return "scripted";
      }

      @Override
      public long evaluations() {
        return evaluations;
      }

      @Override
      public List<Decision> decide(MappingEvent event) {
        events.add(event);
        return decisions.apply(event);
      }
    };
  }

  /** Maps each candidate, in order, to the first machine with room. */
  static List<Decision> firstFit(MappingEvent event) {
    MappingSession session = new MappingSession(event);
    for (Candidate candidate : session.open()) {
      for (int m = 0; m < session.placements(); m++) {
        if (session.hasRoom(m) && session.canRun(candidate, m)) {
          session.assign(candidate, m, Basis.of("machine", m));
          break;
        }
      }
    }
    return session.decisions();
  }

  Scripted arrive(Task... tasks) {
    for (Task task : tasks) {
      manager.taskArrived(task.arrival(), task);
    }
    return this;
  }

  Scripted settle(long now) {
    manager.settle(now);
    return this;
  }

  Scripted finish(long now, int machine) {
    manager.taskFinished(now, machine);
    return this;
  }

  /** Departures as lines such as {@code 3: 0 ON_TIME}. */
  List<String> left() {
    List<String> lines = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry instanceof Left left) {
        Departure departure = left.departure();
        lines.add("%d: %d %s".formatted(departure.time(), departure.task().id(), departure.fate()));
      }
    }
    return lines;
  }

  /** When mapping events were held. */
  List<Long> eventTimes() {
    return entries.stream().filter(EventHeld.class::isInstance).map(Entry::time).toList();
  }

  @Override
  public void record(Entry entry) {
    entries.add(entry);
  }

  @Override
  public boolean wantsDeferrals() {
    return deferrals;
  }

  @Override
  public void start(long now, Placement placement, Task task) {
    String machine = system.machines().get(placement.machine()).name();
    calls.add("%d: start %d on %s".formatted(now, task.id(), machine));
  }

  @Override
  public Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
    Optional<ExecutionEnd> told = ended;
    ended = Optional.empty();
    return told;
  }

  @Override
  public void evict(long now, Machine machine, Task task) {
    calls.add("%d: evict %d from %s".formatted(now, task.id(), machine.name()));
  }
}
