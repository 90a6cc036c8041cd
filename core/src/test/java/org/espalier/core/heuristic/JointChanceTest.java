package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.pick;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.Vectors.TOLERANCE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.Queues;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.PmfGenerators;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.quicktheories.core.Gen;
import org.quicktheories.core.RandomnessSource;
import tools.jackson.databind.JsonNode;

/** The joint chance of a queue against reference values and against all that can happen. */
class JointChanceTest {
  static Stream<Arguments> vectors() {
    return Vectors.casesOnTimeAtTheDeadline("maxrobust");
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void isThatOfTheReference(JsonNode vector) {
    long now = vector.get("now").asLong();
    JointChance joint = new JointChance();
    joint.follow(queue(vector, now), now);

    assertThat(Math.exp(joint.logarithm()))
        .isCloseTo(vector.get("joint_ignoring_lost").asDouble(), within(TOLERANCE));
    assertThat(JointChance.ofAll(queue(vector, now)))
        .isCloseTo(vector.get("joint_strict").asDouble(), within(TOLERANCE));
  }

  private static MachineQueue queue(JsonNode vector, long now) {
    List<JsonNode> nodes = new ArrayList<>();
    JsonNode running = vector.get("running");
    boolean busy = !running.isNull();
    if (busy) {
      nodes.add(running);
    }
    nodes.addAll(vector.get("pending").values());
    List<Task> tasks = new ArrayList<>();
    Pmf[] executions = new Pmf[nodes.size()];
    for (int i = 0; i < executions.length; i++) {
      executions[i] = Vectors.pmf(nodes.get(i).get("exec"));
      tasks.add(new Task(i, i, 0, nodes.get(i).get("deadline").asLong()));
    }
    long start = busy ? running.get("start").asLong() : now;
    return Queues.at(now, busy, start, tasks, DroppingScope.NONE, executions);
  }

  /** A machine, and what its queue is asked. */
  private record Situation(
      DroppingScope scope,
      long now,
      boolean busy,
      long start,
      List<Pmf> executions,
      List<Task> tasks) {
    MachineQueue queue(int first) {
      return Queues.at(
          now, busy, start, tasks.subList(0, first), scope, executions.toArray(new Pmf[0]));
    }
  }

  private static Gen<Situation> situations() {
    return random -> {
      long now = draw(random, 10, 20);
      boolean busy = draw(random, 0, 1) == 1;
      List<Pmf> executions = new ArrayList<>();
      List<Task> tasks = new ArrayList<>();
      for (int i = draw(random, busy ? 2 : 1, 4); i > 0; i--) {
        executions.add(execution(random));
        tasks.add(task(random, tasks.size(), now));
      }
      DroppingScope scope = pick(random, DroppingScope.values());
      return new Situation(scope, now, busy, now - draw(random, 0, 9), executions, tasks);
    };
  }

  private static Pmf execution(RandomnessSource random) {
    return PmfGenerators.pmf(random, draw(random, 0, 4), 1, 5);
  }

  private static Task task(RandomnessSource random, int id, long now) {
    return new Task(id, id, 0, now + draw(random, 1, 24));
  }

  @Test
  void isTheShareOfOutcomesInWhichAllAreOnTime() {
    theory().withExamples(3_000).forAll(situations()).checkAssert(JointChanceTest::checkOutcomes);
  }

  private static void checkOutcomes(Situation situation) {
    int last = situation.tasks().size() - 1;
    Outcomes outcomes = new Outcomes(situation);
    JointChance joint = new JointChance();
    joint.follow(situation.queue(last), situation.tasks().get(last).deadline());
    double before = Math.exp(joint.logarithm());

    assertThat(joint.lostTasks()).isEqualTo(outcomes.lostAmong(last));
    assertThat(before).isCloseTo(outcomes.chance(last), within(TOLERANCE));
    MachineQueue queue = situation.queue(last);
    Task behind = situation.tasks().get(last);
    assertThat(before * joint.chanceBehind(queue, behind, 0))
        .isCloseTo(outcomes.chanceWithLast(), within(TOLERANCE));
  }

  @Test
  void isTheSameWhateverItFollowedBefore() {
    Gen<List<Situation>> walks = situations().flatMap(JointChanceTest::walk);
    theory()
        .withExamples(1_000)
        .forAll(walks)
        .checkAssert(walk -> {
          JointChance followed = new JointChance();
          for (Situation state : walk) {
            followed.follow(state.queue(state.tasks().size()), state.now() + 3);
            JointChance fresh = new JointChance();
            fresh.follow(state.queue(state.tasks().size()), state.now() + 90);
            assertThat(followed.logarithm()).isCloseTo(fresh.logarithm(), within(TOLERANCE));
            assertThat(followed.lostTasks()).isEqualTo(fresh.lostTasks());
          }
        });
  }

  /**
   * A situation changed step by step: time passes, tasks come, go and are others, an execution time
   * is learned.
   */
  private static Gen<List<Situation>> walk(Situation first) {
    return random -> {
      List<Situation> walk = new ArrayList<>(List.of(first));
      for (int i = 0; i < 6; i++) {
        Situation last = walk.getLast();
        List<Task> tasks = new ArrayList<>(last.tasks());
        int place = draw(random, 0, tasks.size() - 1);
        List<Pmf> executions = new ArrayList<>(last.executions());
        long now = last.now();
        switch (draw(random, 0, 4)) {
          case 0 -> now += draw(random, 1, 2);
          case 1 -> tasks.add(new Task(100 + i, place % first.executions().size(), 0, now + 30));
          case 2 -> tasks.remove(place);
          case 3 -> executions.set(draw(random, 0, executions.size() - 1), execution(random));
          default -> tasks.set(place, new Task(200 + i, tasks.get(place).type(), 0, now + 9));
        }
        if (tasks.isEmpty()) {
          return walk;
        }
        walk.add(new Situation(last.scope(), now, last.busy(), last.start(), executions, tasks));
      }
      return walk;
    };
  }

  /** 400 tasks of chance 1/10 each, one after the other: a probability of 1e-400. */
  @Test
  void isToldApartFromZeroInLongQueues() {
    Pmf execution = Pmf.of(1, 1, 0.1, 0.9);
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      tasks.add(new Task(i, 0, 0, i + 1));
    }
    JointChance joint = new JointChance();
    MachineQueue queue = Queues.at(0, false, 0, tasks, DroppingScope.NONE, execution);
    joint.follow(queue, 401);

    assertThat(joint.logarithm()).isCloseTo(400 * Math.log(0.1), within(1e-6));
    assertThat(joint.lostTasks()).isZero();
    assertThat(joint.chanceBehind(queue, new Task(400, 0, 0, 401), 0))
        .isCloseTo(0.1, within(TOLERANCE));
  }

  /** All that can happen on a machine, one outcome after the other. */
  private static final class Outcomes {
    private static final double NONE = 5e-10;

    private final Situation situation;
    private final boolean[] lost;

    Outcomes(Situation situation) {
      this.situation = situation;
      this.lost = new boolean[situation.tasks().size()];
      for (int i = 0; i < lost.length; i++) {
        lost[i] = !(chance(i + 1) > NONE * chance(i));
      }
    }

    int lostAmong(int count) {
      int sum = 0;
      for (int i = 0; i < count; i++) {
        sum += lost[i] ? 1 : 0;
      }
      return sum;
    }

    /** Probability that those of the first tasks which are not lost are all on time. */
    double chance(int count) {
      return from(0, count, situation.now());
    }

    /** As {@link #chance} of all, the last one being lost or not. */
    double chanceWithLast() {
      lost[lost.length - 1] = false;
      return chance(lost.length);
    }

    private double from(int position, int count, long ready) {
      if (position == count) {
        return 1;
      }
      return position == 0 && situation.busy() ? running(count) : pending(position, count, ready);
    }

    private double running(int count) {
      Pmf execution = situation.executions().get(situation.tasks().getFirst().type());
      double sum = 0;
      double possible = 0;
      for (int k = 0; k < execution.size(); k++) {
        long end = situation.start() + execution.time(k);
        if (end > situation.now()) {
          possible += execution.mass(k);
          sum += execution.mass(k) * after(0, count, end, end);
        }
      }
      long next = situation.now() + 1;
      return possible > 0 ? sum / possible : after(0, count, next, next);
    }

    private double pending(int position, int count, long ready) {
      Task task = situation.tasks().get(position);
      boolean starts = ready < task.deadline();
      if (!starts && situation.scope() != DroppingScope.NONE) {
        return after(position, count, ready, Long.MAX_VALUE);
      }
      Pmf execution = situation.executions().get(task.type());
      double sum = 0;
      for (int k = 0; k < execution.size(); k++) {
        long end = ready + execution.time(k);
        sum += execution.mass(k) * after(position, count, end, starts ? end : Long.MAX_VALUE);
      }
      return sum;
    }

    /**
     * What follows when a task ends, and counts as ending; 0 if it should be on time and is not.
     */
    private double after(int position, int count, long end, long counted) {
      long deadline = situation.tasks().get(position).deadline();
      if (counted > deadline && !lost[position]) {
        return 0;
      }
      boolean evicted = situation.scope() == DroppingScope.EXECUTING && counted != Long.MAX_VALUE;
      return from(position + 1, count, evicted ? Math.min(end, deadline) : end);
    }
  }
}
