package org.espalier.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What was handed over ahead may begin while an instant is settled, or be given back only at a
 * later look; the journal replays.
 */
class StartAheadReplayTest {
  private static final HcSystem SYSTEM = TinySystems.twins(Pmf.at(10, 1));

  private final List<Journal.Entry> entries = new ArrayList<>();
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> given = new HashSet<>();
  private int asked;
  private final ResourceManager manager = begin();

  private ResourceManager begin() {
    PolicySettings settings = PolicySettings.JOURNAL;
    ResourceManager begun =
        new ResourceManager(
            SYSTEM,
            settings.rules(),
            PolicyRegistry.builtIn().find("MM").orElseThrow().create(settings),
            new ScriptedMachines(),
            entries::add);
    List<Task> none = List.of();
    Journal.Began began =
        new Journal.Began(
            0, SYSTEM, settings.rules(), "MM", "{}", none, List.of(), Optional.empty(), List.of());
    begun.takeOver(began);
    entries.add(began);
    begun.machineChanged(0, 1, false);
    return begun;
  }

  @AfterEach
  void theJournalReplays() {
    RegisteredPolicies policies = new RegisteredPolicies(PolicyRegistry.builtIn());

    assertThat(JournalDriver.run(entries, policies).difference()).isEmpty();
  }

  /** Task 1 runs, and task 2 is handed over ahead. */
  private void begin(long deadlineOfSecond) {
    manager.taskArrived(0, new Task(1, 0, 0, 20));
    manager.taskArrived(0, new Task(2, 0, 0, deadlineOfSecond));
    manager.settle(0);
    manager.live().handedOver(5, new Placement(0, 0, 0), manager.queue(0).task(1));
  }

  private List<Fate> fates() {
    return entries.stream()
        .filter(Journal.Left.class::isInstance)
        .map(entry -> ((Journal.Left) entry).departure().fate())
        .toList();
  }

  @Test
  void whatBeginsWhenItIsOverdueTooIsEvictedAtThatInstant() {
    begin(21);
    ended.add(1);
    manager.taskArrived(30, new Task(3, 0, 0, 25)); // expires behind the evictions

    manager.settle(30);

    assertThat(fates()).containsExactly(Fate.ON_TIME, Fate.EVICTED, Fate.EXPIRED_IN_BATCH);
    assertThat(manager.queue(0).isBusy()).isFalse();
  }

  @Test
  void whatIsNotGivenBackIsAskedForOnceAnInstant() {
    begin(15);
    manager.taskArrived(16, new Task(3, 0, 0, 16));

    manager.settle(16); // its deadline has passed, and queues are looked through too
    assertThat(asked).isOne();
    manager.settle(16);
    assertThat(asked).isOne();
    given.add(2);
    manager.taskArrived(17, new Task(4, 0, 0, 17));
    manager.settle(17);

    assertThat(asked).isEqualTo(2);
    assertThat(fates())
        .containsExactly(Fate.EXPIRED_IN_BATCH, Fate.EXPIRED_IN_QUEUE, Fate.EXPIRED_IN_BATCH);
  }

  /** The answer of a machine that is asked over a network may come within the same tick. */
  @Test
  void whatIsGivenBackAtTheInstantOfARefusalIsNoAnswerToIt() {
    begin(40);
    manager.machineChanged(16, 0, false);
    manager.settle(16);
    assertThat(manager.live().takenBack(16, 0, manager.queue(0).task(1))).isTrue();
    manager.settle(16);

    assertThat(asked).isOne();
    assertThat(entries)
        .extracting(entry -> (Object) entry.getClass())
        .containsSubsequence(
            Journal.MachineChanged.class, Journal.TakenBack.class, Journal.Returned.class);
  }

  private final class ScriptedMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
      return ended.contains(task.id())
          ? Optional.of(new ExecutionEnd(12, ExecutionEnd.How.FINISHED))
          : Optional.empty();
    }

    @Override
    public boolean takeBack(long now, Machine machine, Task task) {
      asked++;
      return given.contains(task.id());
    }

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
