package org.espalier.report;

import java.util.List;

/**
 * What happened to every task of one trial.
 *
 * @param id id by which figures name it
 * @param scenario the scenario, as readers know it
 * @param trial number of the trial
 * @param tickSeconds length of a tick in seconds
 * @param machines names of the machines
 * @param taskTypes names of the task types
 * @param tasks the tasks
 * @param use how many machines of each type execute, where there are too many machines for a row
 *     each; else empty
 * @param excerpt what of the trial is shown and where the rest is, in words; empty if all is
 */
public record GanttTrace(
    String id,
    String scenario,
    int trial,
    double tickSeconds,
    List<String> machines,
    List<String> taskTypes,
    List<GanttTask> tasks,
    List<MachineUse> use,
    String excerpt) {}
