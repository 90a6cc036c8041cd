package org.espalier.core.pruning;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;

/**
 * What one more task on time is worth beyond its own worth, by type, so that types have their
 * {@linkplain SharesByType least shares}. It is the dual of the condition that the type has that
 * share, and it is found as duals of such conditions are (a virtual queue; Neely 2010, 4.4): each
 * task that leaves raises what its type is {@link Owed owed} by the least share, and lowers it by 1
 * if it is on time. A task that is owed counts as much as the usual ones are worth that machines
 * could do in its time, and as one of them at least. Else the share of a type that takes long would
 * be short by all that must be owed before its price is high enough.
 *
 * <p>The tasks that machines have been given count too, by their chance of success. Else too much
 * would be given until they end.
 */
public final class SharePrices {
  /** The highest price, in usual worths, so that a share that cannot be held is soon forgotten. */
  private static final double MOST = 100;

  /** So many tasks that left last tell what is usual, but for those long before. */
  private static final double USUAL_OF = 100;

  private final SharesByType shares;
  private final boolean byUtility;
  private final Owed owed = new Owed(1, MOST);
  private double[] least = {};
  private double[] prices = {};
  private List<TaskType> types = List.of();
  private double tasks;
  private double usual = 1;
  private double usualTicks;

  /**
   * Nothing is owed yet.
   *
   * @param byUtility whether what tasks are worth at most tells what is usual
   */
  public SharePrices(SharesByType shares, boolean byUtility) {
    this.shares = shares;
    this.byUtility = byUtility;
  }

  /** Takes the tasks that left and those that machines have, and adds the prices to their worth. */
  void begin(MappingSession session) {
    if (shares.isEmpty()) {
      return;
    }
    MappingEvent event = session.event();
    types = event.system().taskTypes();
    least =
        event.system().taskTypes().stream()
            .mapToDouble(type -> shares.byType().getOrDefault(type.name(), 0.0))
            .toArray();
    event.departures().forEach(departure -> left(departure, event));
    double[] given = new double[least.length];
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      for (int position = 0; position < queue.size(); position++) {
        int type = queue.task(position).asked().type();
        given[type] += least[type] - queue.chanceOfSuccess(position);
      }
    }
    prices = new double[least.length];
    for (int type = 0; type < least.length; type++) {
      prices[type] =
          least[type] > 0
              ? usual * Math.min(MOST, size(type, event) * owed.with(type, given[type]))
              : 0;
    }
    session.event().addToWorth(type -> prices[type]);
  }

  /** How many usual tasks one of a type takes the time of, 1 or more. */
  private double size(int type, MappingEvent event) {
    double ticks = event.system().pet().meanOverMachineTypes(type);
    return usualTicks > 0 && ticks > usualTicks ? ticks / usualTicks : 1;
  }

  /** By task type that has a least share, as at the last mapping event. */
  Map<String, Double> prices() {
    return types.stream()
        .filter(type -> least[type.id()] > 0)
        .collect(Collectors.toMap(TaskType::name, type -> prices[type.id()]));
  }

  private void left(Departure departure, MappingEvent event) {
    Task task = departure.task().asked();
    if (departure.fate() != Fate.CANCELLED) {
      owed.left(task.type(), least[task.type()], departure.fate() == Fate.ON_TIME);
    }
    if (!task.mustComplete()) {
      tasks = Math.min(USUAL_OF, tasks + 1);
      double ticks = event.system().pet().meanOverMachineTypes(task.type());
      usualTicks += (ticks > 0 ? ticks - usualTicks : 0) / tasks;
      usual += ((byUtility ? task.mostUtility() : event.rules().worth(task)) - usual) / tasks;
    }
  }
}
