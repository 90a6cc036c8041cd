package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a candidate keeps from one mapping event to the next, through random runs in which tasks are
 * mapped and dropped at random, sometimes in a session that is thrown away: the best placement is
 * the one that a candidate finds that remembers nothing and measures all, and where a candidate is
 * passed over, none with room gives it a chance of success above the threshold. On some machines of
 * types of their own, and on many of few types.
 */
class KeptBoundsPropertyTest {
  private static final int TYPES = 3;
  private static final int MACHINE_TYPES = 4;
  private static final long STEP = 3;
  private static final long END = 400;

  /** That no candidate of the batch queue has. */
  private static final int SPARE_SLOT = 5000;

  private static final double[] THRESHOLDS = {0.3, 0.5, 0.9};
  private static final List<PairOrder> ORDERS =
      List.of(
          PairOrder.earliestCompletion(),
          PairOrder.highest(PairMeasure.CHANCE_OF_SUCCESS)
              .thenLowest(PairMeasure.EXPECTED_COMPLETION));

  @ParameterizedTest
  @EnumSource
  void onFewMachines(DroppingScope scope) {
    List<Run> runs = runs(scope, 4, TestSample.of(8, 100));
    assertThat(mean(runs, run -> run.compared)).isGreaterThan(50);
    assertThat(mean(runs, run -> run.passedOver)).isGreaterThan(5);
  }

  @ParameterizedTest
  @EnumSource
  void onManyMachines(DroppingScope scope) {
    List<Run> runs = runs(scope, 24, TestSample.of(2, 10));
    assertThat(mean(runs, run -> run.compared)).isGreaterThan(50);
    assertThat(mean(runs, run -> run.passedOver)).isGreaterThan(50);
  }

  /** Two runs of each seed: full machines are looked at too, or only those with room. */
  private static List<Run> runs(DroppingScope scope, int machines, IntStream seeds) {
    return seeds
        .boxed()
        .flatMap(seed ->
            Stream.of(true, false).map(ofAll -> new Run(scope, machines, seed, ofAll).run()))
        .toList();
  }

  /** How much of something was checked in a run, in the mean. */
  private static double mean(List<Run> runs, ToLongFunction<Run> checked) {
    return runs.stream().mapToLong(checked).average().orElseThrow();
  }

  /** One run, which is its own policy, back end and oracle. */
  private static final class Run implements AllocationPolicy, ExecutionBackend {
    private final int seed;
    private final SplittableRandom random;
    private final HcSystem system;
    private final ResourceManager manager;
    private final long[] finish;
    private final int machines;
    private final PairOrder order;
    private final boolean ofAll;
    private long compared;
    private long passedOver;

    Run(DroppingScope scope, int machines, int seed, boolean ofAll) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.machines = machines;
      this.finish = new long[machines];
      this.order = ORDERS.get(random.nextInt(ORDERS.size()));
      this.ofAll = ofAll;
      this.system = system();
      AllocationRules rules = AllocationRules.bounded(random.nextInt(1, 4), scope);
      this.manager = new ResourceManager(system, rules, this, this, Journal.NONE);
    }

    private HcSystem system() {
      List<TaskType> types = new ArrayList<>();
      List<MachineType> machineTypes = new ArrayList<>();
      List<Machine> all = new ArrayList<>();
      Pmf[][] cells = new Pmf[TYPES][MACHINE_TYPES];
      for (int t = 0; t < TYPES; t++) {
        types.add(new TaskType(t, "task-" + t));
        for (int m = 0; m < MACHINE_TYPES; m++) {
          cells[t][m] = pmf();
        }
      }
      for (int m = 0; m < MACHINE_TYPES; m++) {
        machineTypes.add(new MachineType(m, "type-" + m));
      }
      for (int m = 0; m < machines; m++) {
        all.add(new Machine(m, "machine-" + m, machineTypes.get(m % MACHINE_TYPES)));
      }
      return new HcSystem(
          "random", Duration.ofSeconds(1), types, machineTypes, all, PetMatrix.of(cells));
    }

    private Pmf pmf() {
      double[] weights = new double[random.nextInt(1, 9)];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = random.nextDouble() + 0.01;
      }
      return Pmf.normalised(random.nextInt(0, 8) * STEP, STEP, weights);
    }

    Run run() {
      int id = 0;
      for (long now = 0; now < END; now++) {
        for (int m = 0; m < machines; m++) {
          if (finish[m] == now && manager.queue(m).isBusy()) {
            manager.taskFinished(now, m);
          }
        }
        for (int i = 0; i < machines; i++) {
          if (random.nextInt(12) == 0) {
            long deadline = now + 1 + random.nextInt(80);
            manager.taskArrived(now, new Task(id++, random.nextInt(TYPES), now, deadline));
          }
        }
        manager.settle(now);
      }
      return this;
    }

    @Override
    public String toString() {
      return "seed %d of the sample of %s".formatted(seed, TestSample.day());
    }

    @Override
    public void start(long now, Placement placement, Task task) {
      int machine = placement.machine();
      int type = system.machines().get(machine).type().id();
      Pmf time = system.pet().get(task.type(), type, placement.pState());
      finish[machine] = now + Math.max(1, time.quantile(random.nextDouble()));
    }

    @Override
    public void evict(long now, Machine machine, Task task) {
      finish[machine.id()] = -1;
    }

    @Override
    public String name() {
      return "random";
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      if (random.nextInt(4) == 0) {
        decideIn(new MappingSession(event));
      }
      MappingSession session = new MappingSession(event);
      decideIn(session);
      return session.decisions();
    }

    private void decideIn(MappingSession session) {
      check(session);
      for (int m = 0; m < machines; m++) {
        int last = session.queue(m).size() - 1;
        if (last > 0 && random.nextInt(12) == 0) {
          session.drop(m, last, DropReason.PROACTIVE, Basis.of("chance", 0));
        }
      }
      check(session);
      for (Candidate candidate : session.open()) {
        int machine = random.nextInt(machines);
        if (random.nextInt(6) == 0 && session.hasRoom(machine)) {
          session.assign(candidate, machine, Basis.of("chance", 0));
          check(session);
        }
      }
    }

    private void check(MappingSession session) {
      checkBest(session);
      checkCeilings(session, THRESHOLDS[random.nextInt(THRESHOLDS.length)]);
    }

    private void checkCeilings(MappingSession session, double threshold) {
      DeferringFilter filter = new DeferringFilter(task -> threshold);
      for (Candidate candidate : session.open()) {
        if (!filter.mayAdmit(session, candidate)) {
          passedOver++;
          for (int m = 0; m < machines; m++) {
            Candidate fresh = new Candidate(candidate.task(), SPARE_SLOT);
            assertThat(session.hasRoom(m) ? session.chanceOfSuccess(fresh, m) : 0)
                .as("%s, %s at %d on machine %d", this, candidate, session.now(), m)
                .isLessThanOrEqualTo(threshold);
          }
        }
      }
    }

    private void checkBest(MappingSession session) {
      for (Candidate candidate : session.open()) {
        int found = session.bestPlacement(candidate, order, ofAll);
        Candidate fresh = new Candidate(candidate.task(), SPARE_SLOT);
        int best = plain(session, fresh, true);
        if (ofAll && best >= 0 && !session.hasRoom(best)) {
          assertThat(session.hasRoom(found))
              .as("%s, %s finds %d", this, candidate, found)
              .isFalse();
          int other = plain(session, fresh, false);
          best = other < 0 || order.comesFirst(session, fresh, found, other) ? found : other;
        }
        assertThat(found)
            .as("%s, %s at %d by %s", this, candidate, session.now(), order)
            .isEqualTo(best);
        compared++;
      }
    }

    private int plain(MappingSession session, Candidate candidate, boolean fullToo) {
      int best = -1;
      for (int p = 0; p < machines; p++) {
        if ((session.hasRoom(p) || (ofAll && fullToo))
            && (best < 0 || order.comesFirst(session, candidate, p, best))) {
          best = p;
        }
      }
      return best;
    }
  }
}
