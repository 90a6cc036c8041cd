package org.espalier.simulator.column;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.heuristic.JointChance;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.simulator.engine.Retake;

/**
 * How sure the tasks were that machines had after mapping events. Means over the events that left
 * them any; NaN where it was not looked at.
 *
 * @param instantaneous mean chance of success of the tasks (JOURNAL eq. 9)
 * @param joint the chance that all of them are on time (MAXROBUST eq. 1)
 */
public record QueueChances(double instantaneous, double joint) {
  /** It was not looked at. */
  public static final QueueChances NONE = new QueueChances(Double.NaN, Double.NaN);

  /** A policy that decides as another one, and looks at the queues that it leaves. */
  public static final class Watch extends ForwardingPolicy {
    private final TimeSpan measured;
    private final boolean looks;
    private double instantaneous;
    private double joint;
    private int events;

    /** Looks at the events of a span of time, or at none. */
    public Watch(AllocationPolicy policy, TimeSpan measured, boolean looks) {
      super(policy);
      this.measured = measured;
      this.looks = looks;
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      List<Decision> decisions = super.decide(event);
      if (looks && measured.contains(event.now())) {
        Retake retake = new Retake(event);
        decisions.forEach(retake::take);
        look(retake.session());
      }
      return decisions;
    }

    private void look(MappingSession after) {
      double sum = 0;
      double product = 1;
      int tasks = 0;
      for (int m = 0; m < after.machines(); m++) {
        MachineQueue queue = after.queue(m);
        for (int i = 0; i < queue.size(); i++) {
          sum += queue.chanceOfSuccess(i);
        }
        product *= JointChance.ofAll(queue);
        tasks += queue.size();
      }
      if (tasks > 0) {
        instantaneous += sum / tasks;
        joint += product;
        events++;
      }
    }

    /** The means over the events so far. */
    public QueueChances means() {
      return new QueueChances(instantaneous / events, joint / events);
    }
  }
}
