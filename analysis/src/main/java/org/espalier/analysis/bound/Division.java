package org.espalier.analysis.bound;

/**
 * How the tasks of each type are divided between modes, as the makespan changes. It is a basis of
 * the linear program, with the makespans at which it is the best.
 *
 * @param from the smallest of the makespans
 * @param to the largest, possibly infinite
 * @param constant of the least energy, joules
 * @param slope of the least energy by makespan, watts, not above 0
 * @param cells type modes + mode, of the basis; negative for idle time
 * @param tasks of each cell at makespan 0
 * @param tasksPerSecond that each cell has more by makespan
 * @param prices of a second of each machine type, watts
 * @param longest the longest execution of any cell that has tasks at a makespan between
 */
record Division(
    double from,
    double to,
    double constant,
    double slope,
    int[] cells,
    double[] tasks,
    double[] tasksPerSecond,
    double[] prices,
    double longest) {
  double joules(double makespan) {
    return constant + slope * makespan;
  }
}
