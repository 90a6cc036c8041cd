package org.espalier.simulator.column;

import static org.espalier.report.ColumnKind.COST;
import static org.espalier.report.ColumnKind.COUNT;
import static org.espalier.report.ColumnKind.JOULES;
import static org.espalier.report.ColumnKind.NUMBER;
import static org.espalier.report.ColumnKind.PERCENT;
import static org.espalier.report.ColumnKind.SECONDS;

import java.util.List;
import org.espalier.report.ColumnKind;
import org.espalier.report.ReportColumn;

/** Results of a trial in parts, where it has such parts. Each has a file of its own. */
public enum Breakdown {
  /** Energy periods that overlap the measured time, each with all that falls into it. */
  PERIODS(
      "periods",
      "Energy periods",
      "period",
      "Energy period",
      "energy periods, counted from 1, that overlap the measured time. Each is taken whole.",
      List.of(
          column("start_s", "Start", SECONDS, "When it begins."),
          column("utility", "Utility", NUMBER, "What tasks earned in it, prorated."),
          column("energy_j", "Energy", JOULES, "What tasks took in it, prorated."),
          column(
              "budget_left_j",
              "Budget left",
              JOULES,
              "Its budget less what tasks took, at the mean price if energy has one by the hour;"
                  + " nothing without a budget."),
          column(
              "budget_used_s",
              "99 % used",
              SECONDS,
              "How long after its beginning 99 % of its budget was used; its length if never;"
                  + " nothing where energy has prices by the hour."),
          column("completed", "Completed", COUNT, "Tasks that completed in it."),
          column("dropped", "Dropped", COUNT, "Tasks that were dropped in it."),
          column(
              "postponed",
              "Postponed",
              COUNT,
              "Tasks that waited for the next one at its last mapping event."),
          column(
              "budget",
              "Budget",
              NUMBER,
              "What tasks might take in it, in the unit of energy_budget: of a month or a year its"
                  + " share of what was left."),
          column("taken", "Taken", NUMBER, "What they took, in that unit."))),
  /** P-states, where machines have several. */
  P_STATES(
      "p_states",
      "P-states",
      "p_state",
      "P-state",
      "P-states, where machines have several. 0 is the fastest of each machine.",
      List.of(
          column("completed", "Completed", COUNT, "Tasks that completed in it."),
          column(
              "completed_percent",
              "Share of tasks",
              PERCENT,
              "Its share of the tasks that completed."))),
  /** General and special machines. */
  SPECIAL(
      "special",
      "General and special machines",
      "special",
      "Special",
      "general machines, 0, and special ones, 1, where there are both. Special ones cannot run all"
          + " task types.",
      List.of(
          column("completed", "Completed", COUNT, "Tasks that completed on them."),
          column("utility", "Utility", NUMBER, "What these earned."),
          column(
              "utility_percent",
              "Share of utility",
              PERCENT,
              "Their share of the utility of all machines (DISSERTATION 2.7.2)."))),
  /** What machines do while they are on, where they boot or are on as they are needed. */
  FLEET(
      "fleet",
      "What machines do",
      "state",
      "State",
      "whether machines that are on execute, 0, are idle, 1, or boot, 2.",
      List.of(
          column("time_s", "Time", SECONDS, "For how long all of them together do."),
          column("energy_j", "Energy", JOULES, "What they take in that time."),
          column("cost", "Cost", COST, "What they cost in that time."))),
  /** Versions that tasks may be served as, where they have several. */
  VERSIONS(
      "versions",
      "Versions",
      "share_of_worth",
      "Share of worth",
      "versions by their share of the worth; 1 is in full.",
      List.of(
          column("on_time", "On time", COUNT, "Tasks that were on time as such versions."),
          column("on_time_percent", "Share of tasks", PERCENT, "That as a share of all tasks."),
          column("utility", "Utility", NUMBER, "What these earned."))),
  /** What tasks are worth at most. */
  PRIORITIES(
      "priorities",
      "Priorities",
      "priority",
      "Worth at most",
      "what tasks are worth at most, which is their priority. None where that differs too much.",
      List.of(
          column("tasks", "Tasks", COUNT, "Tasks that arrived in the measured time."),
          column("utility", "Utility", NUMBER, "What they earned, prorated."),
          column(
              Breakdown.UTILITY_OF_MAXIMUM,
              "Share of maximum utility",
              PERCENT,
              "That as a share of what the tasks are worth at most that arrived in the measured"
                  + " time (DISSERTATION figure 4.5).")));

  /** What tasks of a priority earned, of what they are worth at most. */
  public static final String UTILITY_OF_MAXIMUM = "utility_of_maximum";

  private final String key;
  private final String title;
  private final ReportColumn part;
  private final List<ReportColumn> columns;

  Breakdown(
      String key,
      String title,
      String axis,
      String label,
      String description,
      List<ReportColumn> columns) {
    this.key = key;
    this.title = title;
    this.part = column(axis, label, NUMBER, description);
    this.columns = columns;
  }

  private static ReportColumn column(
      String key, String label, ColumnKind kind, String description) {
    return new ReportColumn(key, label, kind.unit(), description, kind);
  }

  /** The name of its file, without extension, and its id in a report. */
  public String key() {
    return key;
  }

  /** Its title in reports. */
  public String title() {
    return title;
  }

  /** What its parts are told apart by, and what they are. */
  public ReportColumn part() {
    return part;
  }

  /** What each part has. */
  public List<ReportColumn> columns() {
    return columns;
  }
}
