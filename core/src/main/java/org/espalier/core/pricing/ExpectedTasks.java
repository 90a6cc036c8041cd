package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;

/**
 * Tasks of a type and of about the same worth that wait, or are to come before the horizon of
 * prices.
 *
 * @param worth what one of them is worth
 * @param waiting how many wait; one that has a part of its time left counts as that part
 */
record ExpectedTasks(int type, double worth, double waiting, double coming) {

  /** Those of all types, by type: at least one of each. */
  static List<ExpectedTasks> of(MappingSession session, ArrivalRates rates, double horizon) {
    WorthClasses[] waiting =
        Stream.generate(WorthClasses::new)
            .limit(session.system().pet().taskTypes())
            .toArray(WorthClasses[]::new);
    for (Candidate candidate : session.open()) {
      Task task = candidate.task();
      double left = (task.deadline() - session.now()) / rates.length(task.type());
      if (left > 0) {
        waiting[task.type()].add(session.rules().worth(task), Math.min(left, 1));
      }
    }
    List<ExpectedTasks> groups = new ArrayList<>();
    for (int type = 0; type < waiting.length; type++) {
      double more = session.event().moreWorth(type);
      double coming = rates.expected(type, horizon, session.now());
      WorthClasses lately = rates.worths(type);
      WorthClasses all = new WorthClasses();
      all.add(waiting[type]);
      all.add(lately);
      for (int number : all.numbers()) {
        double share =
            lately.numbers().isEmpty()
                ? 1.0 / all.numbers().size()
                : lately.tasks(number) / lately.tasks();
        double tasks = waiting[type].tasks(number);
        groups.add(new ExpectedTasks(type, all.worth(number) + more, tasks, coming * share));
      }
      if (all.numbers().isEmpty()) {
        groups.add(new ExpectedTasks(type, 1 + more, 0, coming));
      }
    }
    return groups;
  }
}
