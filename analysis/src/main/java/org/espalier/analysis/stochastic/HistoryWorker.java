package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Evaluates chromosomes machine by machine. Only machines whose tasks change are walked again, from
 * the last checkpoint before the first change on; the result is the same to the last bit.
 */
final class HistoryWorker implements ChromosomeEvaluation.Worker<Histories> {
  private final StaticProblem problem;
  private final int interval;
  private final SampleWalk walk;
  private final Loss first;
  private final Loss second;
  private final SampledQueues queues;

  /** The loss of an objective. */
  @FunctionalInterface
  interface Loss {
    double of(List<MachineHistory> machines);
  }

  /**
   * A worker.
   *
   * @param interval places from one checkpoint to the next
   */
  HistoryWorker(StaticProblem problem, int interval, SampleWalk walk, Loss first, Loss second) {
    this.problem = problem;
    this.interval = interval;
    this.walk = walk;
    this.first = first;
    this.second = second;
    this.queues = new SampledQueues(problem);
  }

  @Override
  public void evaluate(Chromosome<Histories> chromosome) {
    chromosome.state().clear();
    queues.setAll(chromosome.placements(), chromosome.orders());
    walkTouched(chromosome);
  }

  @Override
  public void evaluate(
      Chromosome<Histories> offspring, Chromosome<Histories> parent, int[] changed, int count) {
    offspring.state().copy(parent.state());
    queues.setChanges(
        offspring.placements(), offspring.orders(), parent.placements(), changed, count);
    walkTouched(offspring);
    queues.forget(changed, count);
  }

  private void walkTouched(Chromosome<Histories> chromosome) {
    Histories histories = chromosome.state();
    for (int i = 0; i < queues.touched(); i++) {
      int machine = queues.touched(i);
      MachineHistory before = histories.get(machine);
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

  private MachineHistory walked(MachineHistory before, int[] tasks, int[] modes) {
    int difference = before.firstDifference(tasks, modes);
    if (difference < 0) {
      return before;
    }
    int kept = Math.min(difference / interval, before.checkpoints().size());
    List<SampledSums> checkpoints = new ArrayList<>(before.checkpoints().subList(0, kept));
    if (kept == 0) {
      walk.begin();
    } else {
      walk.begin(checkpoints.getLast());
    }
    for (int place = kept * interval; place < tasks.length; place++) {
      if (place > kept * interval && place % interval == 0) {
        checkpoints.add(walk.state());
      }
      walk.execute(tasks[place], modes[place]);
    }
    return new MachineHistory(tasks, modes, checkpoints, walk.state());
  }
}
