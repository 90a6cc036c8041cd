package org.espalier.simulator.column;

import org.espalier.workload.document.WordTable;

/** The words of columns. */
final class ColumnWords {
  /**
   * A row for each column: its key without unit, its label, its equation, what a dropped task adds
   * to it, and what it is.
   */
  static final WordTable TABLE =
      new WordTable(
          """
          robustness | Robustness | 100 * on time / counted | counts as not on time | \
              Share of the counted tasks that finished at or before their deadline (THESIS 4.4.1, \
              JOURNAL 9.1).
          reactive | Reactive drops | expired_in_batch + expired_in_queue + evicted | counts if \
              its deadline had passed | \
              Share dropped because its deadline had passed.
          proactive | Proactive drops | dropped_pending + dropped_running + dropped_proactively + \
              discarded unmapped | counts if its deadline had not passed | \
              Share dropped before its deadline, as unlikely to succeed or not worth running.
          wasted_time | Wasted machine time | 100 * executing time of tasks not on time / \
              executing time | adds the time that it ran | \
              Share of the executing time that went into tasks that did not finish on time.
          machine_use | Machine use | 100 * executing time / (machines * measured time from the \
              first arrival on) | adds the time that it ran | \
              Share of the machines' time in which they executed tasks, useful or not.
          type_deviation | Deviation between types | standard deviation over task types of 100 * \
              on time / counted of the type | counts as not on time for its type | \
              How unevenly task types fare: the fairness measure of JOURNAL 9.5, in percentage \
              points.
          late | Late | 100 * late / counted | does not count as late | \
              Share that finished after its deadline.
          expired_in_batch | Expired unmapped | 100 * expired in batch queue / counted | counts \
              only if this is why it was dropped | \
              Share whose deadline passed in the batch queue, deferred tasks among them.
          expired_in_queue | Expired mapped | 100 * expired in machine queue / counted | counts \
              only if this is why it was dropped | \
              Share whose deadline passed in a machine queue before it could start.
          evicted | Evicted | 100 * evicted / counted | counts only if this is why it was dropped \
              | \
              Share that was running when its deadline passed, and was stopped.
          dropped_pending | Pruned pending | 100 * dropped by threshold while pending / counted | \
              counts only if this is why it was dropped | \
              Share that the threshold pruner dropped from a machine queue before it started.
          dropped_running | Pruned running | 100 * dropped while running / counted | counts only \
              if this is why it was dropped | \
              Share that was stopped while it ran, by the threshold pruner or as worth less than \
              its machine's time.
          dropped_proactively | Dropped for others | 100 * dropped by the threshold-free pruner / \
              counted | counts only if this is why it was dropped | \
              Share dropped for the good of the tasks behind it (DROPPING).
          discarded | Worth too little | 100 * discarded / counted | counts only if this is why it \
              was dropped | \
              Share that was dropped before it was mapped, as worth too little (DISSERTATION \
              2.4.4).
          reactive_of_drops | Reactive share of drops | 100 * reactive / (reactive + proactive) | \
              counts, as reactive if its deadline had passed | \
              Share of the drops that came after the deadline (DROPPING V-F); nothing where no \
              task was dropped.
          proactive_of_drops | Proactive share of drops | 100 * proactive / (reactive + proactive) \
              | counts, as proactive if its deadline had not passed | \
              Share of the drops that came before the deadline (DROPPING V-F); nothing where no \
              task was dropped.
          steady_bound | Steady fluid bound | 100 * greatest sum of x F(w) / tasks, with sum of x \
              G(w) <= time of the machines | counts as if it might have been on time | \
              The share of tasks that any policy which cannot see the future has on time at most \
              (docs/just-in-time.md). It is for tasks like those of the trial, but for the first \
              and last to arrive that are left out, that come at their mean rate without end. In a \
              single trial robustness may be above it. Nothing where tasks have more than a \
              deadline, all arrive at once, or execution times are those recorded.
          robustness_of_bound | Robustness of the fluid bound | 100 * robustness / steady_bound | \
              counts as not on time | \
              Robustness as a share of the steady fluid bound.
          utility | Utility | sum of utility at completion over the tasks that completed | earns \
              nothing | \
              What the tasks earned that completed in the measured time (DISSERTATION 2.2). \
              Nothing where no task has more than a deadline.
          utility_prorated | Prorated utility | sum over tasks of utility at completion * share of \
              the execution in the measured time | earns nothing | \
              What tasks earned, by the share of their execution that lies in the measured time \
              (DISSERTATION 3.2.2). Nothing where no task has more than a deadline.
          utility_bound | Maximum utility bound | sum over tasks of utility at arrival + lowest \
              execution time, where that is in the measured time | counts as if it ran | \
              What the tasks would earn if each started on its fastest machine as it arrives, as \
              if no other were there; those count that would then complete in the measured time \
              (DISSERTATION 2.7.1). Where execution times are distributions, each starts where its \
              expected utility is highest, and counts with that expectation. Nothing where no task \
              has more than a deadline.
          utility_of_bound | Utility of the bound | 100 * utility / utility_bound | earns nothing \
              | \
              Utility as a share of the maximum utility bound (DISSERTATION 2.7.1).
          clairvoyant_utility | Clairvoyant bound on utility | least, over prices, of worth of all \
              machine time and energy + sum over tasks of the most utility beyond what time and \
              energy cost | counts as if it might have run | \
              No policy earns more utility that keeps the budgets of energy, even if it knows all \
              arrivals and execution times beforehand (docs/just-in-time.md). Where execution \
              times are distributions, in the mean. Nothing where no figure draws it or asks for \
              the bound, and where no task has more than a deadline.
          utility_of_clairvoyant | Utility of the clairvoyant bound | 100 * utility / \
              clairvoyant_utility | earns nothing | \
              Utility as a share of its clairvoyant bound.
          clairvoyant_prorated | Clairvoyant bound on prorated utility | as clairvoyant_utility, \
              of utility at completion * share of the execution in the measured time | counts as \
              if it might have run | \
              The same for prorated utility.
          prorated_of_clairvoyant | Prorated utility of the clairvoyant bound | 100 * \
              utility_prorated / clairvoyant_prorated | earns nothing | \
              Prorated utility as a share of its clairvoyant bound.
          completed | Completed | | does not count | \
              Number of tasks that completed in the measured time. Nothing where no task has more \
              than a deadline.
          dropped | Dropped | | counts | \
              Number of tasks that left in the measured time without completing. Nothing where no \
              task has more than a deadline.
          postponed | Postponed | | does not count | \
              Number of tasks that waited for another period's energy when the trial ended \
              (DISSERTATION 3.3).
          never_started | Never started | | does not count | \
              Number of other tasks that waited when the trial ended, in the batch queue or a \
              machine queue.
          response | Response time | mean of completion - arrival over the counted tasks on time | \
              does not count | \
              Mean time from arrival to completion of the tasks that were on time.
          lateness | Lateness | mean of completion - deadline over the counted tasks that were \
              late | does not count | \
              How far behind their deadlines tasks completed that were late, to which a system is \
              to come as close as it can (MAXROBUST III). Nothing where no task was late.
          instantaneous_robustness | Instantaneous robustness | mean over mapping events of 100 * \
              mean chance of success of the tasks in machine queues | does not count once it is \
              dropped | \
              How sure the tasks are that machines have, after each mapping event (JOURNAL eq. 9). \
              Nothing where no figure draws it, nor for events that leave all queues empty.
          joint_robustness | Joint robustness | mean over mapping events of 100 * product over \
              machines of the joint chance of their tasks | does not count once it is dropped | \
              How sure it is, after each mapping event, that all tasks that machines have are on \
              time: rho of MAXROBUST eq. 1. Nothing where no figure draws it, nor for events that \
              leave all queues empty.
          makespan | Makespan | time of the last departure - time of the first arrival, as far as \
              that is measured | counts: its drop may be the last departure | \
              Length of the trial in the time of the simulated system.
          cost | Cost | sum over machines of executing time * price per hour | adds the time that \
              it ran | \
              What the executing time of all machines costs, in the currency of the prices \
              (JOURNAL 9.7); idle time is not charged. Nothing where no machine has a price.
          fleet_cost | Cost of the fleet | sum over machines of time on * price per hour | counts: \
              its drop may be the last departure | \
              What all machines cost while they are on, executing or idle: from the first arrival \
              to the last departure or the horizon, as far as that is measured. Nothing where no \
              machine has a price.
          cost_per_on_time | Cost per on-time task | cost / tasks on time in the measured time | \
              adds the time that it ran, and no task to divide by | \
              Cost for each task that was on time, in the currency of the prices (JOURNAL 9.7, \
              THESIS 6.6). Nothing where no task is on time; such trials are not in the mean.
          energy | Energy | sum over machines of (power of the P-state * time in it + idle power * \
              idle time) | adds the active power for the time that it ran | \
              Energy of all machines from the first arrival to the last departure or the horizon, \
              as far as that is measured (JOURNAL 9.7). Of a rated power it is 70 % active and 25 \
              % idle if nothing else is said. Nothing where no machine has power.
          task_energy | Energy of tasks | sum over tasks of power * time of the execution in the \
              measured time | adds the active power for the time that it ran | \
              Energy that machines took to execute tasks, by the share of the execution that lies \
              in the measured time: what budgets are for (DISSERTATION 3.2.2). Nothing where no \
              machine has power.
          budget_used | 99 % of budget used | | adds the active power for the time that it ran | \
              How long after the beginning of the first energy period in the measured time 99 % of \
              its budget was used; the length of the period if it never was. Nothing without a \
              budget.
          budget_taken | Most taken of a budget | 100 * most over energy budgets of what tasks \
              took / budget | adds the active power for the time that it ran | \
              The most that tasks took of a budget of energy in the whole trial, of the period, \
              day, month or year that it is for. Above 100 those that ran at its end took more \
              than expected. Nothing without a budget.
          budget_begun_after | Taken after it was used up | 100 * what tasks that began after \
              budget_taken had reached 100 took of it / budget | adds the active power for the \
              time that it ran | \
              What tasks took of that budget that began when it was used up, as they waited on \
              machines. What budget_taken is above 100 beyond it was taken by tasks that ran then.
          energy_per_on_time | Energy per on-time task | energy / tasks on time in the measured \
              time | adds the active power for the time that it ran, and no task to divide by | \
              Energy for each task that was on time (JOURNAL 9.7). Nothing where no task is on \
              time; such trials are not in the mean.
          mapping_events | Mapping events | | counts no more than others | \
              Number of mapping events held.
          mappable | Tasks to map | mean over mapping events of the tasks to map | does not count \
              where it is dropped | \
              Mean number of tasks that a mapping event could map, those left out that it dropped \
              or set aside before.
          delayed_events | Delayed events | | counts no more than others | \
              Number of mapping events that began later than their trigger asked, since the one \
              before was charged so much time (DISSERTATION 2.7.2).
          tma | Task-machine affinity | mean of the singular values of the standard form but for \
              the largest | counts no more than others | \
              TMA of the system, over its general machine types (DISSERTATION eq. 8). Nothing \
              where the system is read from a file, as of the next two: `espalier system measure` \
              tells them.
          tdh | Task difficulty homogeneity | mean of the speeds of each task type / those of the \
              next faster one | counts no more than others | \
              TDH of the system, over its general machine types (DISSERTATION 3.5.3.2).
          mph | Machine performance homogeneity | mean of the speeds of each machine type / those \
              of the next faster one | counts no more than others | \
              MPH of the system, over its general machine types (DISSERTATION 3.5.3.2).
          counted | Counted tasks | tasks that leave in the measured time - left out first - left \
              out last | counts | \
              Number of tasks that the shares are taken of.
          misses | Missed deadlines | counted - on time | counts | \
              Number of counted tasks that did not finish by their deadline (MAXROBUST VI).
          failed | Failed | 100 * failed / counted | does not count | \
              Share that was lost as its machine failed while it ran. Nothing where no machine may \
              fail.
          delivered_poorer | Delivered poorer | 100 * on time as a poorer version / counted | does \
              not count | \
              Share that was on time as a version of less worth. Nothing where no task type has \
              versions.
          """);

  private ColumnWords() {}
}
