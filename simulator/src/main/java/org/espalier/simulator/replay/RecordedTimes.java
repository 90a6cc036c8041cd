package org.espalier.simulator.replay;

import java.util.Optional;
import org.espalier.core.heuristic.UnitStream;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.engine.ExecutionTimes;

/**
 * Execution times of one draw, by what a journal knows.
 *
 * <p>Each task has a level between 0 and 1, which stands for how long it takes among those of its
 * type; on each machine type it takes the quantile of that level. The level is drawn uniformly from
 * what is possible: from all levels for a task that never ran, from those above the time it ran for
 * one that was stopped, and from those that round to the time it took for one that ran to its end,
 * which on the machine type where it ran takes that very time. The PET is that believed in at the
 * end of the journal.
 */
record RecordedTimes(RecordedRun run, long seed, int draw) implements ExecutionTimes {
  private static final double GREATEST_LEVEL = Math.nextDown(1.0);

  @Override
  public long of(Task task, Machine machine, int pState) {
    int type = machine.type().id();
    Optional<Ran> ran = run.task(task.id()).ran();
    Pmf pmf = pet().get(task.type(), type, pState);
    long drawn = pmf.quantile(level(task, ran));
    return ran.filter(known -> known.taskType() == task.type())
        .filter(known -> known.machineType() == type && known.pState() == pState)
        .map(known -> known.whole() ? known.ticks() : beyond(known.ticks(), drawn, pmf.step()))
        .orElse(drawn);
  }

  /** A time that is longer, also where the PET knows none; as {@link Pmf#later}. */
  private static long beyond(long ticks, long drawn, long step) {
    return drawn > ticks ? drawn : ticks + step;
  }

  private double level(Task task, Optional<Ran> ran) {
    double uniform = UnitStream.of(seed, draw, task.id(), 0);
    double from = 0;
    double to = 1;
    if (ran.isPresent()) {
      Ran known = ran.get();
      Pmf pmf = pet().get(known.taskType(), known.machineType(), known.pState());
      long point = known.whole() ? nearest(pmf, known.ticks()) : known.ticks();
      from = pmf.cumulative(known.whole() ? point - pmf.step() : point);
      to = known.whole() ? pmf.cumulative(point) : 1;
    }
    return Math.min(GREATEST_LEVEL, from + uniform * Math.max(0, to - from));
  }

  /** The point of the distribution that a time counts at, as in histograms of samples. */
  private static long nearest(Pmf pmf, long ticks) {
    long step = pmf.step();
    long point = pmf.origin() + Math.floorDiv(2 * (ticks - pmf.origin()) + step, 2 * step) * step;
    return Math.clamp(point, pmf.earliest(), pmf.latest());
  }

  private PetMatrix pet() {
    return run.learned().pet();
  }
}
