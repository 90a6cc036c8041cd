package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Evaluates chromosomes machine by machine. Only machines whose tasks change are walked again, from
 * the last checkpoint before the first change on; the result is the same to the last bit.
 *
 * @param <T> what is known of a machine after some of its tasks
 */
final class HistoryWorker<T> implements ChromosomeEvaluation.Worker<Histories<T>> {
  private final StaticProblem problem;
  private final int interval;
  private final MachineWalk<T> walk;
  private final Loss<T> first;
  private final Loss<T> second;
  private final MachineQueues queues;

  /**
   * The loss of an objective.
   *
   * @param <T> what is known of a machine after some of its tasks
   */
  @FunctionalInterface
  interface Loss<T> {
    double of(List<MachineHistory<T>> machines);
  }

  /**
   * A worker.
   *
   * @param interval places from one checkpoint to the next
   */
  HistoryWorker(
      StaticProblem problem, int interval, MachineWalk<T> walk, Loss<T> first, Loss<T> second) {
    this.problem = problem;
    this.interval = interval;
    this.walk = walk;
    this.first = first;
    this.second = second;
    this.queues = new MachineQueues(problem);
  }

  @Override
  public void evaluate(Chromosome<Histories<T>> chromosome) {
    chromosome.state().clear();
    queues.setAll(chromosome.placements(), chromosome.orders());
    walkTouched(chromosome);
  }

  @Override
  public void evaluate(
      Chromosome<Histories<T>> offspring,
      Chromosome<Histories<T>> parent,
      int[] changed,
      int count) {
    offspring.state().copy(parent.state());
    queues.setChanges(
        offspring.placements(), offspring.orders(), parent.placements(), changed, count);
    walkTouched(offspring);
    queues.forget(changed, count);
  }

  private void walkTouched(Chromosome<Histories<T>> chromosome) {
    Histories<T> histories = chromosome.state();
    for (int i = 0; i < queues.touched(); i++) {
      int machine = queues.touched(i);
      MachineHistory<T> before = histories.get(machine);
      int[] tasks = queues.tasks(machine, before.tasks(), chromosome.orders());
      histories.set(machine, walked(before, tasks, modes(tasks, chromosome.placements())));
    }
    chromosome.setLosses(first.of(histories.all()), second.of(histories.all()));
  }

  private int[] modes(int[] tasks, int[] placements) {
    int[] modes = new int[tasks.length];
    for (int place = 0; place < tasks.length; place++) {
      modes[place] = problem.modeOf(placements[tasks[place]]);
    }
    return modes;
  }

  private MachineHistory<T> walked(MachineHistory<T> before, int[] tasks, int[] modes) {
    int difference = before.firstDifference(tasks, modes);
    if (difference < 0) {
      return before;
    }
    int kept = Math.min(difference / interval, before.checkpoints().size());
    List<T> checkpoints = new ArrayList<>(before.checkpoints().subList(0, kept));
    if (kept == 0) {
      walk.begin();
    } else {
      walk.begin(checkpoints.getLast());
    }
    for (int place = kept * interval; place < tasks.length; place++) {
      if (place > kept * interval && place % interval == 0) {
        checkpoints.add(walk.state());
      }
      walk.step(tasks[place], modes[place]);
    }
    return new MachineHistory<>(tasks, modes, checkpoints, walk.state());
  }
}
