package org.espalier.benchmarks;

import org.espalier.core.model.HcSystem;

/**
 * What a mapping event takes where thousands of tasks wait: 100 task types and 1,000 machines of 20
 * types. Tasks arrive at six times the rate that the machines would serve if they were mapped at
 * random; the longer their deadlines, the more wait.
 *
 * <p>Arguments: policies, separated by commas, slack of the deadlines, tasks of a run.
 */
public final class BacklogFigures {
  private static final int TASK_TYPES = 100;
  private static final int MACHINE_TYPES = 20;
  private static final int MACHINES = 1000;
  private static final double LOAD = 6;

  private BacklogFigures() {}

  public static void main(String[] args) {
    HcSystem system = LargeSystem.of(TASK_TYPES, MACHINE_TYPES, MACHINES);
    double slack = Double.parseDouble(args[1]);
    int tasks = Integer.parseInt(args[2]);
    EventFigures figures = new EventFigures(system, Overload.of(system, tasks, LOAD, slack));
    System.out.println(Table.head(EventFigures.COLUMNS));
    for (String policy : args[0].split(",")) {
      System.out.println(figures.row(policy, "journal"));
    }
  }
}
