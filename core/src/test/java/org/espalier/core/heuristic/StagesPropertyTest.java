package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_ENERGY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_TIME;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Heuristics in stages against the same ones without any saving, which measure every pair in every
 * round, on random small systems whose machines are partly busy.
 */
class StagesPropertyTest {
  private static final int SYSTEMS = 150;
  private static final PairOrder EARLIEST = lowest(EXPECTED_COMPLETION);

  private record Pair(Candidate candidate, int placement, double value) {}

  /** Two orders; in the second the value of the first measure is named where it is assigned. */
  private record Stages(PairOrder first, PairOrder second) {
    static Stages of(PairMeasure measure) {
      return new Stages(highest(measure).thenLowest(EXPECTED_COMPLETION), highest(measure));
    }
  }

  static List<Stages> stages() {
    return List.of(
        new Stages(EARLIEST, EARLIEST),
        new Stages(EARLIEST, highest(UTILITY)),
        new Stages(EARLIEST, highest(UTILITY_PER_TIME)),
        Stages.of(UTILITY_PER_TIME),
        Stages.of(UTILITY_PER_ENERGY));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void twoStagesMapAsIfEachPairWereMeasuredInEachRound(Stages stages) {
    for (int seed = 0; seed < SYSTEMS; seed++) {
      MachineTypeLimit limit = seed % 3 == 0 ? MachineTypeLimit.fastest(1) : MachineTypeLimit.NONE;

      assertThat(mapped(seed, new TwoStageHeuristic(limit, stages.first, stages.second, false)))
          .as("seed %d", seed)
          .isEqualTo(mapped(seed, session -> mapPlainly(session, limit, stages)));
    }
  }

  private static void mapPlainly(MappingSession session, MachineTypeLimit limit, Stages stages) {
    List<Pair> pairs = pairs(session, limit, stages);
    while (!pairs.isEmpty()) {
      Pair first = pairs.getFirst();
      for (Pair pair : pairs) {
        first = pair.value < first.value ? pair : first;
      }
      session.assign(first.candidate, first.placement, Basis.of("plain", 0));
      pairs = pairs(session, limit, stages);
    }
  }

  /** The best pair of each candidate, by task id, with its score in the second stage. */
  private static List<Pair> pairs(MappingSession session, MachineTypeLimit limit, Stages stages) {
    List<Pair> pairs = new ArrayList<>();
    for (Candidate candidate : session.open()) {
      placements(session, candidate, limit)
          .boxed()
          .reduce((a, b) -> stages.first.compare(session, candidate, b, candidate, a) < 0 ? b : a)
          .ifPresent(
              p -> pairs.add(new Pair(candidate, p, stages.second.score(session, candidate, p))));
    }
    pairs.sort(Comparator.comparing(pair -> pair.candidate.task().id()));
    return pairs;
  }

  private static IntStream placements(
      MappingSession session, Candidate candidate, MachineTypeLimit limit) {
    return IntStream.range(0, session.placements())
        .filter(p -> session.hasRoom(p) && session.canRun(candidate, p))
        .filter(p -> session.admits(candidate, p))
        .filter(p ->
            limit.allows(
                session,
                candidate.task().type(),
                session.queue(session.machineOf(p)).machine().type().id()));
  }

  @Test
  void sufferageGrantsAsIfEachPairWereMeasuredInEachRound() {
    for (int seed = 0; seed < 2 * SYSTEMS; seed++) {
      assertThat(mapped(seed, new SufferageHeuristic(false)))
          .as("seed %d", seed)
          .isEqualTo(mapped(seed, StagesPropertyTest::sufferPlainly));
    }
  }

  private static void sufferPlainly(MappingSession session) {
    boolean goesOn = true;
    while (goesOn) {
      Map<Integer, Pair> granted = new TreeMap<>();
      for (Candidate candidate : session.open()) {
        int best = earliest(session, candidate, machine -> true);
        if (best >= 0) {
          int machine = session.machineOf(best);
          int second = earliest(session, candidate, other -> other != machine);
          double kept = second < 0 ? 0 : session.expectedUtility(candidate, second);
          double loss = session.expectedUtility(candidate, best) - kept;
          granted.merge(
              machine, new Pair(candidate, best, loss), (a, b) -> b.value > a.value ? b : a);
        }
      }
      goesOn = false;
      for (Pair pair : granted.values()) {
        if (session.admits(pair.candidate, pair.placement)) {
          session.assign(pair.candidate, pair.placement, Basis.of("plain", 0));
          goesOn = true;
        }
      }
    }
  }

  private static int earliest(
      MappingSession session, Candidate candidate, Predicate<Integer> machines) {
    return placements(session, candidate, MachineTypeLimit.NONE)
        .filter(p -> machines.test(session.machineOf(p)))
        .boxed()
        .reduce((a, b) ->
            session.expectedCompletion(candidate, b) < session.expectedCompletion(candidate, a)
                ? b
                : a)
        .orElse(-1);
  }

  static List<Stages> phases() {
    PairOrder robust = highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION);
    return List.of(
        new Stages(EARLIEST, EARLIEST),
        new Stages(EARLIEST, highest(EXPECTED_COMPLETION)),
        new Stages(EARLIEST, lowest(DEADLINE).thenLowest(EXPECTED_COMPLETION)),
        new Stages(EARLIEST, highest(URGENCY)),
        new Stages(robust, EARLIEST.thenLowest(MEAN_EXECUTION_TIME)),
        new Stages(lowest(MEAN_EXECUTION_TIME), highest(CHANCE_OF_SUCCESS)));
  }

  @ParameterizedTest
  @MethodSource("phases")
  void twoPhasesMapAsIfEachPairWereMeasuredInEachRound(Stages phases) {
    for (int seed = 0; seed < SYSTEMS; seed++) {
      for (FirstPhase machines : FirstPhase.values()) {
        DroppingScope scope = DroppingScope.values()[seed % 3];

        assertThat(
                mapped(
                    seed,
                    scope,
                    FastTwoPhase.of(new TwoPhaseHeuristic(machines, phases.first, phases.second))))
            .as("seed %d, %s", seed, machines)
            .isEqualTo(mapped(seed, scope, session -> mapInPhases(session, machines, phases)));
      }
    }
  }

  private static void mapInPhases(MappingSession session, FirstPhase machines, Stages phases) {
    Set<Candidate> refused = new HashSet<>();
    Map<Integer, Pair> chosen = new TreeMap<>();
    do {
      chosen.clear();
      for (Candidate candidate : session.open()) {
        int best = refused.contains(candidate) ? -1 : best(session, candidate, machines, phases);
        if (best >= 0 && session.hasRoom(best)) {
          if (session.admits(candidate, best)) {
            Pair pair = new Pair(candidate, best, 0);
            chosen.merge(
                session.machineOf(best),
                pair,
                (a, b) -> isBefore(session, b, a, phases.second) ? b : a);
          } else {
            refused.add(candidate);
          }
        }
      }
      chosen
          .values()
          .forEach(pair -> session.assign(pair.candidate, pair.placement, Basis.of("plain", 0)));
    } while (!chosen.isEmpty());
  }

  private static int best(
      MappingSession session, Candidate candidate, FirstPhase machines, Stages phases) {
    return IntStream.range(0, session.placements())
        .filter(p -> machines == FirstPhase.ALL_MACHINES || session.hasRoom(p))
        .filter(p -> session.canRun(candidate, p))
        .boxed()
        .reduce((a, b) -> phases.first.compare(session, candidate, b, candidate, a) < 0 ? b : a)
        .orElse(-1);
  }

  private static boolean isBefore(MappingSession session, Pair one, Pair other, PairOrder order) {
    return order.compare(session, one.candidate, one.placement, other.candidate, other.placement)
        < 0;
  }

  /** The same for a heuristic that earns utility, but not where deadlines drop pending tasks. */
  private static List<String> mapped(long seed, MappingHeuristic heuristic) {
    return mapped(seed, seed % 2 == 0 ? DroppingScope.NONE : DroppingScope.EXECUTING, heuristic);
  }

  /** What a heuristic maps of tasks that arrive where others were mapped three ticks before. */
  private static List<String> mapped(long seed, DroppingScope scope, MappingHeuristic heuristic) {
    SplittableRandom random = new SplittableRandom(seed);
    HcSystem system = system(random);
    TaskManagement management =
        switch (random.nextInt(4)) {
          case 0 -> new TaskManagement.BoundedQueues(3);
          case 1 -> new TaskManagement.PendingSlot();
          case 2 -> new TaskManagement.Polled();
          default -> new TaskManagement.UnboundedQueues();
        };
    Life life = new Life(system, AllocationRules.of(management, scope));
    List<Task> tasks = new ArrayList<>();
    for (int id = 0; id < 11; id++) {
      tasks.add(task(random, system, id));
    }
    life.event(
        0, new OneByOne(PlacementChoice.roundRobin()), tasks.subList(0, 3).toArray(Task[]::new));
    switch (random.nextInt(3)) {
      case 0 -> life.refusing(random.nextInt(3, 11), 0, 1);
      case 1 -> life.limiting(random.nextInt(1, 4));
      default -> {}
    }
    return life.event(3, heuristic, tasks.subList(3, 11).toArray(Task[]::new));
  }

  private static Task task(SplittableRandom random, HcSystem system, int id) {
    long half = random.nextInt(10, 40);
    UtilityPoints utility =
        new UtilityPoints(
            List.of(
                new UtilityPoints.Point(random.nextInt(10), random.nextInt(1, 4)),
                new UtilityPoints.Point(half, random.nextInt(2) * 0.5),
                new UtilityPoints.Point(2 * half, 0)));
    int type = random.nextInt(system.taskTypes().size());
    return new Task(id, type, id < 3 ? 0 : 3, 3 + half, utility);
  }

  /** Three machine types of one or two P-states; in every second system each time is certain. */
  private static HcSystem system(SplittableRandom random) {
    boolean certain = random.nextBoolean();
    Pmf[][][] cells = new Pmf[2][3][];
    for (int j = 0; j < 3; j++) {
      int pStates = random.nextInt(1, 3);
      for (Pmf[][] row : cells) {
        row[j] = new Pmf[pStates];
        Arrays.setAll(row[j], p -> time(random, certain));
      }
    }
    return Life.system(PetMatrix.of(cells), random.ints(5, 0, 3).toArray());
  }

  private static Pmf time(SplittableRandom random, boolean certain) {
    int first = random.nextInt(2, 9);
    return certain ? Pmf.at(first, 1) : Pmf.of(first, 1, 0.5, 0.25, 0, 0.25);
  }
}
