package org.espalier.core.pruning;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.heuristic.MappingHeuristic;
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
 *
 * <p>A heuristic that weighs no price against a machine's time is given the tasks {@linkplain #map
 * mapped first} that are owed. To it tasks are owed from their arrival on, not from when one is
 * lost: else it leaves all alone until some are, and then takes too many.
 */
public final class SharePrices {
  /** The highest price, in usual worths, so that a share that cannot be held is soon forgotten. */
  private static final double MOST = 100;

  /** So many tasks that left last tell what is usual, but for those long before. */
  private static final double USUAL_OF = 100;

  /** So many times what it costs there a task counts at a machine that is full. */
  private static final double IF_FULL = 1.5;

  /** So many tasks on time beyond its share are remembered where tasks are mapped first. */
  private static final double BEYOND = 10;

  private final SharesByType shares;
  private final boolean byUtility;
  private final boolean mapsFirst;
  private final Owed owed;
  private double[] least = {};

  /** By type, how many tasks more are to be on time. */
  private double[] missing = {};

  private double[] prices = {};
  private List<TaskType> types = List.of();
  private double tasks;
  private double usual = 1;
  private double usualTicks;

  /**
   * Nothing is owed yet.
   *
   * @param byUtility whether what tasks are worth at most tells what is usual
   * @param mapsFirst whether tasks that are owed are mapped before others
   */
  public SharePrices(SharesByType shares, boolean byUtility, boolean mapsFirst) {
    this.shares = shares;
    this.byUtility = byUtility;
    this.mapsFirst = mapsFirst && !shares.isEmpty();
    this.owed = new Owed(1, mapsFirst ? -BEYOND : 0, MOST);
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
    missing = new double[least.length];
    for (int type = 0; type < least.length; type++) {
      given[type] += mapsFirst ? least[type] * event.byDeadline(type).size() : 0;
      missing[type] = least[type] > 0 ? owed.with(type, given[type]) : 0;
      prices[type] = usual * Math.clamp(size(type, event) * missing[type], 0, MOST);
    }
    session.event().addToWorth(type -> prices[type]);
  }

  /**
   * Maps by a heuristic; before that the tasks that are owed, if it is to be so. They are those of
   * the type that came last; where one is to wait, so do those before it. None is while one waits
   * that must be completed.
   */
  void map(MappingSession session, MappingHeuristic heuristic) {
    boolean isTurn = mapsFirst && session.open().stream().noneMatch(c -> c.task().mustComplete());
    for (Candidate candidate : isTurn ? session.open().reversed() : List.<Candidate>of()) {
      int type = candidate.task().type();
      int placement = missing[type] >= 1 ? cheapest(session, candidate) : -1;
      boolean fits = placement >= 0 && session.hasRoom(placement);
      double chance = fits ? session.chanceOfSuccess(candidate, placement) : 0;
      Basis basis = new Basis("tasks owed", missing[type], 1);
      boolean isMapped = fits && session.assign(candidate, placement, basis);
      missing[type] = isMapped ? missing[type] - chance : 0;
    }
    heuristic.map(session);
  }

  /**
   * The placement where a task costs least, full or not; -1 for none. That is its mean time, in
   * mean times of all types on that machine, over its chance of success. A full one has to cost
   * less by a third.
   */
  private static int cheapest(MappingSession session, Candidate candidate) {
    double least = Double.POSITIVE_INFINITY;
    int best = -1;
    for (int p = 0; p < session.placements(); p++) {
      if (session.canRun(candidate, p) && session.admits(candidate, p)) {
        int type = session.queueBefore(session.machineOf(p)).machine().type().id();
        double usually = session.system().pet().meanOverTaskTypes(type);
        double cost =
            (session.hasRoom(p) ? 1 : IF_FULL)
                * session.meanExecutionTime(candidate, p)
                / (usually * session.chanceOfSuccess(candidate, p));
        best = cost < least ? p : best;
        least = Math.min(least, cost);
      }
    }
    return best;
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
