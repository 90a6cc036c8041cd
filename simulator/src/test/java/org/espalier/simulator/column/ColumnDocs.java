package org.espalier.simulator.column;

import java.util.List;
import org.espalier.report.ReportColumn;

/** The documentation of the columns, {@code docs/columns.md}, made from {@link Column}. */
final class ColumnDocs {
  private ColumnDocs() {}

  static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Columns of results

        Made from the code by `ColumnDocsTest`; do not edit.

        `trials.csv` has each of these for every scenario and trial, and behind them `tasks_sha256` and `system_sha256`, the digests of
        the tasks and the system that the trial met. `summary.csv` has the mean over the trials
        of a scenario under the name, and under the name with `_ci95` the half width of its 95 % confidence
        interval (Student: t(0.975, n - 1) * s / sqrt(n)). `paired.csv` has the mean difference from the baseline,
        trial by trial, under the name with `_difference`, and the half width of its interval under
        `_difference_ci95`. A field is empty where there is nothing to say, as an interval after a single trial.
        A mean is that of the trials that have something to say. Where not all have, `notes.txt` says of how many trials it is, and tables do: `0.12 ± 0.03 (4 of 5)`.

        ## What is measured

        A trial is measured from `measure_from` to its `horizon`, both of them options of the study; without them, from its
        beginning to its end. The beginning is the first arrival where tasks come from files (option `begin`), and time 0 where they are generated. What happens before and after is simulated but not counted (DISSERTATION 2.6.4, 4.4.1).

        Tasks, and all that is said of them, belong to the measured time by when they leave the system. A completion or an eviction belongs to it if
        the last tick of the execution lies in it, a drop if the instant does. A task that is still running at the horizon has not left. Counted tasks are
        these but for the first and last 100 (or what the study says; none with `measure_from`) to leave (JOURNAL 8.2): `robustness` and the other shares,
        `misses` and `response_s` are of them. The sums `utility`, `completed`, `dropped`, `cost` and those of energy are of all tasks in the measured time, left out
        or not, also as on time.

        Executions that lie in the measured time in part add that part to `wasted_time`, `machine_use`, `cost` and energy; and to `utility_prorated`, the
        same share of what their task earns. Chapter 2 of DISSERTATION measures `utility`, of tasks that complete in the 24 hours; chapters 3 and 4 measure
        `utility_prorated`. Mapping events are those held in the measured time. `postponed` and `never_started` are counted when the trial ends.
        `utility_bound` goes by when a task would complete; so a backlog from before may add to `utility` and not to the bound.

        ## Columns

        | name | unit | what it says | equation | a dropped task |
        |---|---|---|---|---|
        """);
    for (Column column : Column.values()) {
      text.append(
          row(
              List.of(
                  "`" + column.key() + "`",
                  column.unit(),
                  column.forReport().description(),
                  column.forReport().equation(),
                  column.forReport().droppedTask())));
    }
    text.append(
        """

        Cost is in the currency of the prices that the system names, and so has no unit of its own.

        ## Task types

        `types.csv` has, for every scenario and task type, the mean over the trials of `robustness` for the tasks of that type
        alone, with its interval. `trials` is the number of trials that have such tasks. The deviation between the
        types of a trial is `type_deviation` above.

        ## Parts
        """);
    for (Breakdown breakdown : Breakdown.values()) {
      text.append(parts(breakdown));
    }
    text.append(
        """

        ## Wall-clock times

        `timing.csv` has, for every scenario and trial, what the policy took to decide in the measured time. These are other numbers at
        every run, and so is the figure of them in the report. All the other files, and all else in the report, are the same
        bytes whenever the same study runs with the same seed. The table on the terminal and the figure have the mean over the
        trials of what stands here for each trial.

        | name | unit | what it says |
        |---|---|---|
        """);
    for (TimingColumn column : TimingColumn.values()) {
      text.append(row(List.of("`" + column.key() + "`", column.unit(), column.description())));
    }
    return text.toString();
  }

  private static String parts(Breakdown breakdown) {
    StringBuilder text = new StringBuilder();
    text.append(
        """

        `%s.csv` has rows for the parts of each scenario, `%s`, with means and intervals over the trials that have the part: %s

        | name | unit | what it says |
        |---|---|---|
        """
            .formatted(breakdown.key(), breakdown.part().key(), breakdown.part().description()));
    for (ReportColumn column : breakdown.columns()) {
      text.append(row(List.of("`" + column.key() + "`", column.unit(), column.description())));
    }
    return text.toString();
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells).replace("\n", " ") + " |\n";
  }
}
