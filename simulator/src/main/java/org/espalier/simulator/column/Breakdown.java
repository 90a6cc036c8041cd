package org.espalier.simulator.column;

import java.util.List;
import java.util.Locale;
import org.espalier.report.ColumnKind;
import org.espalier.report.ReportColumn;
import org.espalier.workload.document.WordTable;

/** Results of a trial in parts, where it has such parts. Each has a file of its own. */
public enum Breakdown {
  /** Energy periods that overlap the measured time, each with all that falls into it. */
  PERIODS(
      "Energy periods",
      """
      period | Energy period | number | \
          energy periods, counted from 1, that overlap the measured time. Each is taken whole.
      start_s | Start | seconds | When it begins.
      utility | Utility | number | What tasks earned in it, prorated.
      energy_j | Energy | joules | What tasks took in it, prorated.
      budget_left_j | Budget left | joules | \
          Its budget less what tasks took, at the mean price if energy has one by the hour; \
          nothing without a budget.
      budget_used_s | 99 % used | seconds | \
          How long after its beginning 99 % of its budget was used; its length if never; nothing \
          where energy has prices by the hour.
      completed | Completed | count | Tasks that completed in it.
      dropped | Dropped | count | Tasks that were dropped in it.
      postponed | Postponed | count | Tasks that waited for the next one at its last mapping event.
      budget | Budget | number | \
          What tasks might take in it, in the unit of energy_budget: of a month or a year its \
          share of what was left.
      taken | Taken | number | What they took, in that unit.
      """),
  /** P-states, where machines have several. */
  P_STATES(
      "P-states",
      """
      p_state | P-state | number | \
          P-states, where machines have several. 0 is the fastest of each machine.
      completed | Completed | count | Tasks that completed in it.
      completed_percent | Share of tasks | percent | Its share of the tasks that completed.
      """),
  /** General and special machines. */
  SPECIAL(
      "General and special machines",
      """
      special | Special | number | \
          general machines, 0, and special ones, 1, where there are both. Special ones cannot run \
          all task types.
      completed | Completed | count | Tasks that completed on them.
      utility | Utility | number | What these earned.
      utility_percent | Share of utility | percent | \
          Their share of the utility of all machines (DISSERTATION 2.7.2).
      """),
  /** What machines do while they are on, where they boot or are on as they are needed. */
  FLEET(
      "What machines do",
      """
      state | State | number | whether machines that are on execute, 0, are idle, 1, or boot, 2.
      time_s | Time | seconds | For how long all of them together do.
      energy_j | Energy | joules | What they take in that time.
      cost | Cost | cost | What they cost in that time.
      """),
  /** Versions that tasks may be served as, where they have several. */
  VERSIONS(
      "Versions",
      """
      share_of_worth | Share of worth | number | \
          versions by their share of the worth; 1 is in full.
      on_time | On time | count | Tasks that were on time as such versions.
      on_time_percent | Share of tasks | percent | That as a share of all tasks.
      utility | Utility | number | What these earned.
      """),
  /** What tasks are worth at most. */
  PRIORITIES(
      "Priorities",
      """
      priority | Worth at most | number | \
          what tasks are worth at most, which is their priority. None where that differs too much.
      tasks | Tasks | count | Tasks that arrived in the measured time.
      utility | Utility | number | What they earned, prorated.
      utility_of_maximum | Share of maximum utility | percent | \
          That as a share of what the tasks are worth at most that arrived in the measured time \
          (DISSERTATION figure 4.5).
      """);

  /** What tasks of a priority earned, of what they are worth at most. */
  public static final String UTILITY_OF_MAXIMUM = "utility_of_maximum";

  private final String title;
  private final List<ReportColumn> columns;

  /** Columns have key, label, kind and description; parts are told apart by the first one. */
  Breakdown(String title, String columns) {
    WordTable words = new WordTable(columns);
    this.title = title;
    this.columns = words.keys().stream().map(key -> column(words.row(key))).toList();
  }

  private static ReportColumn column(List<String> words) {
    ColumnKind kind = ColumnKind.valueOf(words.get(2).toUpperCase(Locale.ROOT));
    return new ReportColumn(words.get(0), words.get(1), kind.unit(), words.get(3), kind);
  }

  /** The name of its file, without extension, and its id in a report. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its title in reports. */
  public String title() {
    return title;
  }

  /** What its parts are told apart by, and what they are. */
  public ReportColumn part() {
    return columns.getFirst();
  }

  /** What each part has. */
  public List<ReportColumn> columns() {
    return columns.subList(1, columns.size());
  }
}
