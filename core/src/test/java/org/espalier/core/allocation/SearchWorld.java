package org.espalier.core.allocation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.PlacementIndex.OfType;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * A mapping event of a random system with random queues, and an index of its own on them, for tests
 * of the classes that a search is made of. Machines are of three types, one with two P-states; one
 * task type cannot run on one of them.
 */
final class SearchWorld {
  static final List<PairOrder> ORDERS =
      List.of(
          PairOrder.earliestCompletion(),
          PairOrder.highest(PairMeasure.CHANCE_OF_SUCCESS)
              .thenLowest(PairMeasure.EXPECTED_COMPLETION));

  private static final int TYPES = 3;
  private static final long STEP = 3;
  private static final long NOW = 100;
  private static final int TASKS = 300;

  /** That no candidate of the batch queue has: nothing is remembered of it. */
  private static final int SPARE_SLOT = 5000;

  final SplittableRandom random;
  final HcSystem system;
  final MappingSession session;
  final PlacementIndex index;
  final SearchNodes nodes = new SearchNodes();
  private final List<Candidate> toAssign;

  SearchWorld(DroppingScope scope, int machines, long seed) {
    this.random = new SplittableRandom(seed);
    this.system = system(machines);
    AllocationRules rules = AllocationRules.bounded(3, scope);
    Placements placements = new Placements(system);
    MachineQueues queues = new MachineQueues(system, rules, Queues.times(system), queues(rules));
    BatchQueue batch = new BatchQueue();
    IntStream.range(0, TASKS).forEach(id -> batch.add(task(id)));
    this.session =
        new MappingSession(
            new MappingEvent(
                system,
                rules,
                NOW,
                batch,
                queues,
                new PlacementSearch(system, placements, scope, queues),
                List.of(),
                false,
                placements));
    this.index = new PlacementIndex(system, placements, scope, queues);
    this.toAssign = new ArrayList<>(batch.candidates());
    look();
  }

  private HcSystem system(int machines) {
    List<TaskType> types = new ArrayList<>();
    List<MachineType> machineTypes = new ArrayList<>();
    List<Machine> all = new ArrayList<>();
    @Nullable Pmf[][][] cells = new Pmf[TYPES][TYPES][];
    for (int t = 0; t < TYPES; t++) {
      types.add(new TaskType(t, "task-" + t));
      int pStates = t == 0 ? 2 : 1;
      List<PState> states =
          IntStream.range(0, pStates).mapToObj(p -> new PState(PState.defaultName(p), 0)).toList();
      machineTypes.add(new MachineType(t, "type-" + t, 0, 0, states));
    }
    for (int t = 0; t < TYPES; t++) {
      for (int m = 0; m < TYPES; m++) {
        boolean runs = t != 2 || m != 1;
        cells[t][m] =
            machineTypes.get(m).pStates().stream()
                .map(state -> runs ? pmf() : null)
                .toArray(Pmf[]::new);
      }
    }
    for (int m = 0; m < machines; m++) {
      all.add(new Machine(m, "machine-" + m, machineTypes.get(m % TYPES)));
    }
    return new HcSystem(
        "random", Duration.ofSeconds(1), types, machineTypes, all, PetMatrix.of(cells));
  }

  private Pmf pmf() {
    double[] weights = new double[random.nextInt(1, 9)];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextDouble() + 0.01;
    }
    return Pmf.normalised(random.nextInt(1, 8) * STEP, STEP, weights);
  }

  private MachineQueue[] queues(AllocationRules rules) {
    TypeTimes[] times = Queues.times(system);
    return system.machines().stream()
        .map(machine -> {
          var own = system.placements().stream().filter(p -> p.machine() == machine.id()).toList();
          int type = machine.type().id();
          MachineProfile profile = new MachineProfile(machine, own, rules, times[type]);
          long start = NOW - random.nextInt(20);
          MachineQueue queue = MachineQueue.empty(profile, start);
          for (int size = random.nextInt(4); size > 0; size--) {
            Task task = task(1000 + 10 * machine.id() + size);
            queue = queue.canRun(task.type()) ? queue.with(task, 0) : queue;
          }
          return queue.size() == 0 ? queue : queue.started(start);
        })
        .toArray(MachineQueue[]::new);
  }

  private Task task(int id) {
    return new Task(id, random.nextInt(TYPES), 0, NOW + 1 + random.nextInt(120));
  }

  /** A candidate of which nothing is known, in no batch queue. */
  Candidate probe() {
    return new Candidate(task(5000), Candidate.NO_SLOT);
  }

  /** The same of which nothing is remembered. */
  static Candidate fresh(Candidate candidate) {
    return new Candidate(candidate.task(), SPARE_SLOT);
  }

  /** Drops a task of a queue, or maps one. */
  void change() {
    int placement = random.nextInt(session.placements());
    int machine = session.machineOf(placement);
    int size = session.queue(machine).size();
    if (size > 0 && random.nextBoolean()) {
      session.drop(machine, random.nextInt(size), DropReason.PROACTIVE, Basis.of("chance", 0));
    } else if (session.hasRoom(placement)) {
      Candidate candidate = toAssign.removeLast();
      if (session.canRun(candidate, placement)) {
        session.assign(candidate, placement, Basis.of("chance", 0));
      }
    }
    look();
  }

  /** Maps tasks to most placements until they are full. */
  void fill() {
    for (int placement = 0; placement < session.placements(); placement++) {
      boolean isFilled = random.nextInt(8) > 0;
      while (isFilled
          && session.hasRoom(placement)
          && session.canRun(toAssign.getLast(), placement)) {
        session.assign(toAssign.removeLast(), placement, Basis.of("chance", 0));
      }
    }
    look();
  }

  /** The index takes the state as it is. */
  void look() {
    index.look(session, new BitSet());
  }

  /** Whether one before the machine of a placement stands for it: see PlacementIndexTest. */
  boolean isHidden(int placement) {
    MachineQueue its = session.queue(session.machineOf(placement));
    return system.machines().stream()
        .limit(its.index())
        .filter(other -> other.type().equals(its.machine().type()))
        .anyMatch(other -> session.queue(other.id()).likeness().equals(its.likeness()));
  }

  /** The machines of a group of a tree. */
  static Set<Integer> machines(OfType type, TailTree tree, int level, int group) {
    Set<Integer> machines = new HashSet<>();
    if (level == 0) {
      machines.add(type.machine(tree, group));
      return machines;
    }
    for (int g = TailTree.firstBelow(group); g <= tree.lastBelow(level, group); g++) {
      machines.addAll(machines(type, tree, level - 1, g));
    }
    return machines;
  }

  /** The first of the placements that count, by measuring all; -1 if there is none. */
  int plainBest(Candidate candidate, PairOrder order, boolean fullToo) {
    Candidate fresh = fresh(candidate);
    int best = PlacementQuestion.NONE;
    for (int p = 0; p < session.placements(); p++) {
      if (session.canRun(fresh, p)
          && (fullToo || session.hasRoom(p))
          && (best < 0 || order.comesFirst(session, fresh, p, best))) {
        best = p;
      }
    }
    return best;
  }
}
