package org.espalier.analysis.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The whole fronts of the reference vectors, by trying every order of every set of tasks on every
 * machine in every P-state, and then every way to part the tasks between the machines.
 */
@Tag("slow")
class ExhaustiveFrontTest {
  private static final double ONE_POINT = 1e-6;

  static Stream<JsonNode> fronts() {
    return VectorProblems.vectors("exhaustive").stream();
  }

  @ParameterizedTest
  @MethodSource("fronts")
  void allAllocationsTogetherHaveTheFrontOfTheVectors(JsonNode vector) {
    boolean ofUtility = vector.get("front").get(0).has("utility");
    StaticProblem problem = VectorProblems.problem(vector.get("system"));
    List<Losses> found = new Enumeration(problem, ofUtility).front();

    List<Losses> expected = new ArrayList<>();
    for (JsonNode point : vector.get("front")) {
      double energy = point.get("energy_j").asDouble();
      expected.add(
          ofUtility
              ? ObjectivePair.UTILITY_ENERGY.losses(point.get("utility").asDouble(), energy)
              : ObjectivePair.MAKESPAN_ENERGY.losses(point.get("makespan_s").asDouble(), energy));
    }
    expected.sort((a, b) -> Double.compare(a.first(), b.first()));
    List<Losses> distinct = distinct(found);
    assertThat(distinct).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(distinct.get(i).first()).isCloseTo(expected.get(i).first(), offset(1e-9));
      assertThat(distinct.get(i).second()).isCloseTo(expected.get(i).second(), offset(ONE_POINT));
    }
  }

  /** Points whose energies differ by rounding only are one: that of the better first objective. */
  private static List<Losses> distinct(List<Losses> front) {
    List<Losses> distinct = new ArrayList<>();
    for (Losses point : front) {
      if (distinct.isEmpty() || distinct.getLast().second() - point.second() > ONE_POINT) {
        distinct.add(point);
      }
    }
    return distinct;
  }

  private static final class Enumeration {
    private final StaticProblem problem;
    private final boolean ofUtility;
    private final int[] placements;
    private final int[] orders;

    Enumeration(StaticProblem problem, boolean ofUtility) {
      this.problem = problem;
      this.ofUtility = ofUtility;
      placements = new int[problem.tasks()];
      orders = new int[problem.tasks()];
      Arrays.fill(placements, Allocation.NOT_EXECUTED);
    }

    List<Losses> front() {
      int all = (1 << problem.tasks()) - 1;
      List<ParetoArchive<Integer>> best = List.of();
      for (int machine = 0; machine < problem.machines(); machine++) {
        List<ParetoArchive<Integer>> own = new ArrayList<>();
        for (int set = 0; set <= all; set++) {
          ParetoArchive<Integer> archive = new ParetoArchive<>();
          place(machine, set, 0, archive);
          own.add(archive);
        }
        best = machine == 0 ? own : together(best, own);
      }
      return best.get(all).losses();
    }

    /** Every order and P-state of the tasks of a set that are left. */
    private void place(int machine, int left, int place, ParetoArchive<Integer> archive) {
      if (left == 0) {
        AllocationTotals totals =
            AllocationOutcome.of(problem, Allocation.of(placements, orders)).totals();
        double first = ofUtility ? -totals.utility() : totals.makespanSeconds();
        archive.add(new Losses(first, totals.joules()), 0);
        return;
      }
      for (int task = 0; task < problem.tasks(); task++) {
        if ((left >> task & 1) == 1) {
          orders[task] = place;
          int end = lastPlacement(machine);
          for (int p = problem.firstPlacement(machine); p <= end; p++) {
            placements[task] = p;
            place(machine, left & ~(1 << task), place + 1, archive);
          }
          placements[task] = Allocation.NOT_EXECUTED;
          if (!ofUtility) {
            return; // Orders do not matter.
          }
        }
      }
    }

    private int lastPlacement(int machine) {
      return machine + 1 < problem.machines()
          ? problem.firstPlacement(machine + 1) - 1
          : problem.placements() - 1;
    }

    /** The best of each set of tasks on two groups of machines. */
    private List<ParetoArchive<Integer>> together(
        List<ParetoArchive<Integer>> one, List<ParetoArchive<Integer>> other) {
      List<ParetoArchive<Integer>> both = new ArrayList<>();
      for (int set = 0; set < one.size(); set++) {
        ParetoArchive<Integer> archive = new ParetoArchive<>();
        for (int part = set; ; part = (part - 1) & set) {
          for (Losses a : one.get(part).losses()) {
            for (Losses b : other.get(set & ~part).losses()) {
              double first = ofUtility ? a.first() + b.first() : Math.max(a.first(), b.first());
              archive.add(new Losses(first, a.second() + b.second()), 0);
            }
          }
          if (part == 0) {
            break;
          }
        }
        both.add(archive);
      }
      return both;
    }
  }
}
