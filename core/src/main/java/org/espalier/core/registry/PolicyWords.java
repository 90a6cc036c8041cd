package org.espalier.core.registry;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What is told of a built-in policy.
 *
 * @param source where it comes from
 * @param summary what it does, in one line
 */
record PolicyWords(String source, String summary) {
  /** A line for each policy, with its cells parted by bars: its name, its source, what it does. */
  private static final String TABLE =
      """
      MM | THESIS 3.3.1.1, JOURNAL 8.3.1 | min completion, min completion (Min-Min)
      MSD | THESIS 3.3.1.2, JOURNAL 8.3.2 | min completion, then soonest deadline
      MMU | THESIS 3.3.1.3, JOURNAL 8.3.3 | \
          min completion, then max urgency 1/(deadline - expected completion)
      EDF | THESIS 3.3.3.2 | earliest deadline first: MSD on machines of a single type
      SJF | THESIS 3.3.3.3 | shortest job first: MM on machines of a single type
      MOC | THESIS 3.3.1.4, JOURNAL 8.3.4 | \
          max on-time completions: cull below 0.3, permute the three most robust pairs
      MOCA | THESIS 4.4.3.1 | \
          MOC aware of the pruner: with the deferring threshold, and the whole pruner
      PAM | THESIS algorithm 2, JOURNAL 6.3.1 | \
          pruning-aware mapper: max chance of success, then min completion, with the whole pruner
      PAMF | JOURNAL 6.3.2 | PAM with fairness among task types, factor 0.1 unless set
      PUM | THESIS 4.4.3.1 | \
          PAM unaware of the pruner: defers at 0.3 whatever the deferring threshold
      FCFS | THESIS 3.3.2.1, 3.3.3.1 | \
          first come, first served: the machine that is free first, task by task
      FCFS-In-Order | THESIS 3.3.2.1, 3.3.3.1 | \
          first come, first served: the first machine with room, by its number, task by task
      MET | THESIS 3.3.2.2, MAXROBUST IV-D | min execution time, task by task (MAXROBUST's MEET)
      MCT | THESIS 3.3.2.3, MAXROBUST IV-C | min completion time, task by task (MAXROBUST's MECT)
      KPB | THESIS 3.3.2.4, MAXROBUST IV-E | \
          min completion time among the 37.5 % of machines that execute fastest, task by task
      MR | THESIS 3.3.2.5 | \
          max chance of success among the 37.5 % of machines that execute fastest, task by task
      SQ | MAXROBUST IV-F | shortest queue, task by task
      MaxRobust | MAXROBUST IV-B, eq. 1 | \
          max joint chance that all queued tasks of all machines are on time, ties by KPB
      MaxRobustV | MAXROBUST IV-B, eq. 1 | MaxRobust over the tasks that can still be on time
      Max-Util | DISSERTATION 2.4.2 | \
          max utility, task by task: the machine where it completes first
      Max-UPT | DISSERTATION 2.4.2, 4.3.4 | \
          max utility per time: task by task with unbounded queues, else in two stages
      MET-Random | DISSERTATION 2.4.2 | \
          a random machine of the type that executes the task fastest, task by task
      MET-Max-Util | DISSERTATION 2.4.2 | \
          max utility among machines of the type that executes the task fastest, task by task
      K-Best-Types | DISSERTATION 2.4.2 | \
          max utility among machines of the types that execute the task fastest, task by task
      Min-Min-Comp | DISSERTATION 2.4.3 | min completion, min completion, one task at a time
      Sufferage | DISSERTATION 2.4.3 | \
          min completion, then the task that loses most utility on its second best machine
      Max-Max-Util | DISSERTATION 2.4.3 | min completion, then max utility
      Max-Max-UPT | DISSERTATION 2.4.3 | max utility per time, max utility per time
      MET-Max-Util-Max-UPT | DISSERTATION 2.4.3 | \
          min completion on the type that executes the task fastest, then max utility per time
      Max-Max-UPE | DISSERTATION 2.4.3 | max utility per energy, max utility per energy
      Max-Utility | DISSERTATION 2.4.3 | Max-Max-Util by its name in DISSERTATION 4.3.4
      Max-UPE | DISSERTATION 2.4.3 | Max-Max-UPE by its name in DISSERTATION 4.3.4
      Weighted-Util | DISSERTATION 3.3.2 | max utility weighed against energy, in both stages
      Weighted-UPT | DISSERTATION 3.3.2 | \
          max utility per time weighed against energy, in both stages
      Weighted-UPE | DISSERTATION 3.3.2 | \
          max utility per energy weighed against energy, in both stages
      Round-Robin | a baseline | one machine after the other, task by task
      Random | DISSERTATION 2.4.2, 4.3.4 | \
          a random machine, task by task; with a pending slot or polled a random task and choice
      JIT | Espalier, docs/just-in-time.md | \
          just in time: matches by chance of success less the price of machine time; with \
          soft deadlines, a budget of energy, or by_utility, by utility less the prices of time \
          and energy
      """;

  private static final Map<String, PolicyWords> ALL =
      TABLE
          .lines()
          .map(line -> line.replaceAll(" +", " ").split(" \\| "))
          .collect(Collectors.toMap(row -> row[0], row -> new PolicyWords(row[1], row[2])));

  /** Those of the policy of a name. */
  static PolicyWords of(String name) {
    return Objects.requireNonNull(ALL.get(name), name);
  }
}
