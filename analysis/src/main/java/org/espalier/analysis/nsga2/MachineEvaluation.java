package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Judges chromosomes by what each machine does. Only machines whose tasks change are walked again,
 * from the last checkpoint before the first change on; the result is the same to the last bit.
 *
 * @param <S> what is known of a machine
 */
public abstract class MachineEvaluation<S>
    implements ChromosomeEvaluation<List<MachineHistory<S>>> {
  private final StaticProblem problem;
  private final int interval;

  /** What a machine without tasks does. */
  private final MachineHistory<S> idle;

  /**
   * An evaluation.
   *
   * @param interval places from one checkpoint to the next
   * @param idle what is known of a machine that has done nothing
   */
  protected MachineEvaluation(StaticProblem problem, int interval, S idle) {
    this.problem = problem;
    this.interval = interval;
    this.idle = new MachineHistory<>(new int[0], new int[0], List.of(), idle);
  }

  /** A walk for one thread. */
  protected abstract MachineWalk<S> newWalk();

  /** Sets the losses of a chromosome by what its machines have done. */
  protected abstract void setLosses(Chromosome<List<MachineHistory<S>>> chromosome);

  @Override
  public boolean usesOrders() {
    return true;
  }

  @Override
  public List<MachineHistory<S>> newState() {
    return new ArrayList<>(Collections.nCopies(problem.machines(), idle));
  }

  @Override
  public Worker<List<MachineHistory<S>>> newWorker() {
    return new Machines();
  }

  /** Evaluates chromosomes machine by machine. */
  private final class Machines implements Worker<List<MachineHistory<S>>> {
    private final MachineWalk<S> walk = newWalk();
    private final MachineQueues queues = new MachineQueues(problem);

    @Override
    public void evaluate(Chromosome<List<MachineHistory<S>>> chromosome) {
      Collections.fill(chromosome.state(), idle);
      queues.setAll(chromosome.placements(), chromosome.orders());
      walkTouched(chromosome);
    }

    @Override
    public void evaluate(
        Chromosome<List<MachineHistory<S>>> offspring,
        Chromosome<List<MachineHistory<S>>> parent,
        int[] changed,
        int count) {
      Collections.copy(offspring.state(), parent.state());
      queues.setChanges(
          offspring.placements(), offspring.orders(), parent.placements(), changed, count);
      walkTouched(offspring);
      queues.forget(changed, count);
    }

    private void walkTouched(Chromosome<List<MachineHistory<S>>> chromosome) {
      for (int machine = queues.touchedFrom(0);
          machine >= 0;
          machine = queues.touchedFrom(machine + 1)) {
        MachineHistory<S> before = chromosome.state().get(machine);
        int[] tasks = queues.tasks(machine, before.tasks(), chromosome.orders());
        int[] modes = modes(tasks, chromosome.placements());
        chromosome.state().set(machine, walked(before, tasks, modes));
      }
      setLosses(chromosome);
    }

    private int[] modes(int[] tasks, int[] placements) {
      int[] modes = new int[tasks.length];
      for (int place = 0; place < tasks.length; place++) {
        modes[place] = problem.modeOf(placements[tasks[place]]);
      }
      return modes;
    }

    private MachineHistory<S> walked(MachineHistory<S> before, int[] tasks, int[] modes) {
      int difference = before.firstDifference(tasks, modes);
      if (difference < 0) {
        return before;
      }
      int kept = Math.min(difference / interval, before.checkpoints().size());
      List<S> checkpoints = new ArrayList<>(before.checkpoints().subList(0, kept));
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
      return new MachineHistory<>(tasks, modes, checkpoints, walk.state());
    }
  }
}
