package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a candidate keeps from one mapping event to the next, through random runs in which tasks are
 * mapped and dropped at random, sometimes in a session that is thrown away: it is expected to
 * complete sooner on the machine it prefers than on any other with room, and has no chance of
 * success above the threshold where it is passed over, by the numbers of a candidate that remembers
 * nothing.
 */
class KeptBoundsPropertyTest {
  private static final int SEEDS = 300;
  private static final int MACHINES = 4;
  private static final int TYPES = 3;
  private static final long STEP = 3;
  private static final long END = 400;
  private static final double[] THRESHOLDS = {0.3, 0.5, 0.9};

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PENDING")
  void theExpectedCompletionIsSoonestOnThePreferredMachine(DroppingScope scope) {
    long preferences = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      preferences += new Run(scope, new SplittableRandom(seed)).run().preferences;
    }
    assertThat(preferences).isGreaterThan(1000);
  }

  @ParameterizedTest
  @EnumSource
  void noChanceIsAboveTheThresholdWhereACandidateIsPassedOver(DroppingScope scope) {
    long passedOver = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      passedOver += new Run(scope, new SplittableRandom(seed)).run().passedOver;
    }
    assertThat(passedOver).isGreaterThan(1000);
  }

  /** One run, which is its own policy, back end and oracle. */
  private static final class Run implements AllocationPolicy, ExecutionBackend {
    private final SplittableRandom random;
    private final HcSystem system;
    private final ResourceManager manager;
    private final long[] finish = new long[MACHINES];
    private long preferences;
    private long passedOver;

    Run(DroppingScope scope, SplittableRandom random) {
      this.random = random;
      this.system = system();
      AllocationRules rules = AllocationRules.bounded(random.nextInt(1, 4), scope);
      this.manager =
          new ResourceManager(system, rules, this, this, Journal.NONE, AssertionMode.OFF);
    }

    private HcSystem system() {
      List<TaskType> types = new ArrayList<>();
      List<MachineType> machineTypes = new ArrayList<>();
      List<Machine> machines = new ArrayList<>();
      Pmf[][] cells = new Pmf[TYPES][MACHINES];
      for (int t = 0; t < TYPES; t++) {
        types.add(new TaskType(t, "task-" + t));
        for (int m = 0; m < MACHINES; m++) {
          cells[t][m] = pmf();
        }
      }
      for (int m = 0; m < MACHINES; m++) {
        machineTypes.add(new MachineType(m, "type-" + m));
        machines.add(new Machine(m, "machine-" + m, machineTypes.get(m)));
      }
      return new HcSystem(
          "random", Duration.ofSeconds(1), types, machineTypes, machines, PetMatrix.of(cells));
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
        for (int m = 0; m < MACHINES; m++) {
          if (finish[m] == now && manager.queue(m).isBusy()) {
            manager.taskFinished(now, m);
          }
        }
        if (random.nextInt(3) == 0) {
          long deadline = now + 1 + random.nextInt(80);
          manager.taskArrived(now, new Task(id++, random.nextInt(TYPES), now, deadline));
        }
        manager.settle(now);
      }
      return this;
    }

    @Override
    public void start(long now, Placement placement, Task task) {
      int machine = placement.machine();
      Pmf time = system.pet().get(task.type(), machine, placement.pState());
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
        decideIn(event.session());
      }
      MappingSession session = event.session();
      decideIn(session);
      return session.decisions();
    }

    private void decideIn(MappingSession session) {
      check(session);
      for (int m = 0; m < MACHINES; m++) {
        int last = session.queue(m).size() - 1;
        if (last > 0 && random.nextInt(12) == 0) {
          session.drop(m, last, DropReason.PROACTIVE, Basis.of("chance", 0));
        }
      }
      check(session);
      for (Candidate candidate : session.open()) {
        int machine = random.nextInt(MACHINES);
        if (random.nextInt(6) == 0 && session.hasRoom(machine)) {
          session.assign(candidate, machine, Basis.of("chance", 0));
          check(session);
        }
      }
    }

    private void check(MappingSession session) {
      checkPreferences(session);
      checkCeilings(session, THRESHOLDS[random.nextInt(THRESHOLDS.length)]);
    }

    private void checkCeilings(MappingSession session, double threshold) {
      DeferringFilter filter = new DeferringFilter(task -> threshold);
      for (Candidate candidate : session.open()) {
        if (!filter.mayAdmit(session, candidate)) {
          passedOver++;
          for (int m = 0; m < MACHINES; m++) {
            Candidate fresh = new Candidate(candidate.task(), MACHINES);
            assertThat(session.hasRoom(m) ? session.chanceOfSuccess(fresh, m) : 0)
                .as("%s at %d on machine %d", candidate, session.now(), m)
                .isLessThanOrEqualTo(threshold);
          }
        }
      }
    }

    private void checkPreferences(MappingSession session) {
      for (Candidate candidate : session.open()) {
        int machine = session.preferredPlacement(candidate);
        if (machine >= 0) {
          preferences++;
          assertThat(expected(session, candidate, machine))
              .as("%s at %d on machine %d", candidate, session.now(), machine)
              .isLessThan(soonestOfOthers(session, candidate, machine));
        }
      }
    }

    private static double soonestOfOthers(
        MappingSession session, Candidate candidate, int machine) {
      double soonest = Double.POSITIVE_INFINITY;
      for (int m = 0; m < MACHINES; m++) {
        if (m != machine && session.hasRoom(m)) {
          soonest = Math.min(soonest, expected(session, candidate, m));
        }
      }
      return soonest;
    }

    private static double expected(MappingSession session, Candidate candidate, int machine) {
      return session.expectedCompletion(new Candidate(candidate.task(), MACHINES), machine);
    }
  }
}
