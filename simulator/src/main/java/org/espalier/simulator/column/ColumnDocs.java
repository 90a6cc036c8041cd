package org.espalier.simulator.column;

import java.util.List;

/** The documentation of the columns, {@code docs/columns.md}, made from {@link Column}. */
final class ColumnDocs {
  private ColumnDocs() {}

  static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Columns of results

        Made from the code by `ColumnDocsTest`; do not edit.

        `trials.csv` has each of these for every scenario and trial. `summary.csv` has the mean over the trials
        of a scenario under the name, and under the name with `_ci95` the half width of its 95 % confidence
        interval (Student: t(0.975, n - 1) * s / sqrt(n)). `paired.csv` has the mean difference from the baseline,
        trial by trial, under the name with `_difference`, and the half width of its interval under
        `_difference_ci95`. A field is empty where there is nothing to say, as an interval after a single trial.

        Counted tasks are all but the first and last 100 (or what the study says) to leave the system (JOURNAL 8.2).

        | name | unit | what it says | equation | a dropped task |
        |---|---|---|---|---|
        """);
    for (Column column : Column.values()) {
      text.append(
          row(
              List.of(
                  "`" + column.key() + "`",
                  column.unit(),
                  column.description(),
                  column.equation(),
                  column.droppedTask())));
    }
    text.append(
        """

        Cost is in the currency of the prices that the system names, and so has no unit of its own. Cost and energy are
        of the whole trial; the first and last 100 tasks count there too, also as on time.

        ## Task types

        `types.csv` has, for every scenario and task type, the mean over the trials of `robustness` for the tasks of that type
        alone, with its interval. `trials` is the number of trials that have such tasks. The deviation between the
        types of a trial is `type_deviation` above.

        ## Wall-clock times

        `timing.csv` has, for every scenario and trial, what the policy took to decide. These are other numbers at
        every run, and so is the figure of them in the report; all the other files, and all else in the report, are the same
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

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells).replace("\n", " ") + " |\n";
  }
}
