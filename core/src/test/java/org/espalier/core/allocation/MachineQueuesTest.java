package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is kept of the queues of all machines is what one finds who looks at each of them. */
class MachineQueuesTest {
  private static final int MACHINES = 5;
  private static final int CAPACITY = 2;

  /** Type 1 runs on the first two machines only; a poorer version of it runs on all. */
  private static HcSystem system() {
    MachineType left = new MachineType(0, "left");
    MachineType right = new MachineType(1, "right");
    Pmf some = Pmf.of(2, 1, 0.5, 0, 0.5);
    return new HcSystem(
        "five machines",
        Duration.ofSeconds(1),
        List.of(
            new TaskType(0, "easy"),
            new TaskType(1, "picky", List.of(new Version(1, 1), new Version(2, 0.5))),
            new TaskType(2, "poor")),
        List.of(left, right),
        IntStream.range(0, MACHINES)
            .mapToObj(m -> new Machine(m, "machine-" + m, m < 2 ? left : right))
            .toList(),
        PetMatrix.of(
            new @Nullable Pmf[][] {
              {some, Pmf.at(3, 1)}, {Pmf.at(6, 1), null}, {Pmf.at(1, 1), Pmf.at(2, 1)}
            }));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsKeptIsWhatIsThere(DroppingScope scope) {
    AllocationRules rules = AllocationRules.bounded(CAPACITY, scope);
    HcSystem system = system();
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      MachineQueues queues = MachineQueues.idle(system, rules, Approximation.OFF);
      boolean[] ahead = new boolean[MACHINES];
      for (int step = 0; step < 60; step++) {
        int m = random.nextInt(MACHINES);
        MachineQueue queue = queues.get(m);
        int pending = queue.size() - queue.firstPending();
        switch (random.nextInt(6)) {
          case 0, 1 -> {
            if (queue.hasRoom()) {
              queues.set(m, queue.with(new Task(step, 0, 0, random.nextInt(100)), 0));
            }
          }
          case 2 -> {
            if (!queue.isBusy() && queue.size() > 0) {
              queues.set(m, queue.started(step));
            }
          }
          case 3 -> {
            if (queue.size() > 0 && !ahead[m]) {
              queues.set(m, queue.without(random.nextInt(queue.size()), step));
            }
          }
          case 4 -> {
            ahead[m] = queue.isBusy() && pending > 0 && !ahead[m];
            queues.setAhead(m, ahead[m]);
          }
          default -> {
            if (!ahead[m]) {
              queues.makeAvailable(m, random.nextBoolean());
            }
          }
        }
        check(queues, rules, ahead);
      }
    }
  }

  private static void check(MachineQueues queues, AllocationRules rules, boolean... ahead) {
    MachineQueue[] all = queues.view();
    assertThat(queues.withRoom()).isEqualTo(count(m -> all[m].freeSlots() > 0));
    assertThat(queues.idle()).isEqualTo(such(m -> all[m].isAvailable() && all[m].size() == 0));
    assertThat(queues.areIdle()).isEqualTo(count(m -> all[m].isBusy()) == 0);
    assertThat(queues.nextStartable(1))
        .isEqualTo(such(m -> !all[m].isBusy() && all[m].size() > 0).nextSetBit(1));
    assertThat(queues.nextEviction())
        .isEqualTo(
            IntStream.range(0, MACHINES)
                .mapToLong(m -> Math.min(evicted(all[m], rules), expired(all[m], rules, ahead[m])))
                .min()
                .orElseThrow());
    for (long now : new long[] {20, 60}) {
      assertThat(queues.nextWithOverduePending(0, now))
          .isEqualTo(
              such(m ->
                      rules.dropsPending()
                          && pending(all[m]).stream().anyMatch(t -> t.deadline() <= now))
                  .nextSetBit(0));
    }
    for (int m = 0; m < MACHINES; m++) {
      assertThat(queues.isAhead(m)).isEqualTo(ahead[m]);
      for (Task task : all[m].tasks()) {
        assertThat(queues.machineOf(task.id())).isEqualTo(m);
      }
    }
    assertThat(queues.machineOf(1000)).isEqualTo(-1);
  }

  private static long evicted(MachineQueue queue, AllocationRules rules) {
    return rules.evicts() && queue.isBusy() ? queue.task(0).deadline() : TimeSpan.NEVER;
  }

  private static long expired(MachineQueue queue, AllocationRules rules, boolean isAhead) {
    return isAhead && rules.dropsPending() ? pending(queue).getFirst().deadline() : TimeSpan.NEVER;
  }

  private static List<Task> pending(MachineQueue queue) {
    return queue.tasks().subList(queue.firstPending(), queue.size());
  }

  private static int count(IntPredicate such) {
    return such(such).cardinality();
  }

  private static BitSet such(IntPredicate such) {
    return IntStream.range(0, MACHINES).filter(such).collect(BitSet::new, BitSet::set, BitSet::or);
  }

  @ParameterizedTest
  @EnumSource
  void aTaskMayBeCompletedAsAPoorerVersionToo(DroppingScope scope) {
    MachineQueues queues =
        MachineQueues.idle(system(), AllocationRules.bounded(CAPACITY, scope), Approximation.OFF);
    assertThat(queues.mayComplete(new Task(0, 0, 0, 2), 1)).isFalse();
    assertThat(queues.mayComplete(new Task(0, 0, 0, 3), 1)).isTrue();
    assertThat(queues.mayComplete(new Task(0, 1, 0, 1), 1)).isFalse();
    assertThat(queues.mayComplete(new Task(0, 1, 0, 2), 1)).as("poorer, on the first").isTrue();
    Arrays.stream(new int[] {0, 1})
        .forEach(m -> queues.set(m, queues.get(m).with(new Task(m, 1, 0, 90), 0)));
    assertThat(queues.mayComplete(new Task(8, 1, 0, 2), 1)).isFalse();
    assertThat(queues.mayComplete(new Task(8, 1, 0, 3), 1)).as("poorer, on another").isTrue();
    assertThat(queues.mayComplete(new Task(0, 1, 0, 90), 1)).as("where it waits").isTrue();
    assertThatThrownBy(() -> queues.busy(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("machine machine-0 finished a task but runs none");
  }

  @ParameterizedTest
  @EnumSource
  void onlyMachinesOfATypeBelieveWhatIsLearnedOfIt(DroppingScope scope) {
    HcSystem system = system();
    MachineQueues queues =
        MachineQueues.idle(system, AllocationRules.bounded(CAPACITY, scope), Approximation.OFF);
    queues.makeAvailable(3, false);
    Pmf nine = Pmf.at(9, 1);
    HcSystem learned = system.withPet(system.pet().with(0, 1, 0, nine));
    queues.believe(learned, system.machineTypes().get(1), Approximation.OFF);
    assertThat(queues.get(1).executionTime(0, 0)).isEqualTo(system.pet().get(0, 0, 0));
    for (int m = 2; m < MACHINES; m++) {
      assertThat(queues.get(m).executionTime(0, 0)).isEqualTo(nine);
      assertThat(queues.get(m).isAvailable()).isEqualTo(m != 3);
    }
    queues.makeAvailable(3, true);
    assertThat(queues.get(3).executionTime(0, 0)).isEqualTo(nine);
  }
}
