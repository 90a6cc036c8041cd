package org.espalier.report;

import java.util.List;

/**
 * The completion time of a task in a machine queue, as a histogram. Times are seconds from the
 * instant of the decision.
 *
 * @param task what the task is called
 * @param running whether it is being executed
 * @param chance its chance of success, 0 to 1
 * @param deadlineSeconds its deadline
 * @param fromSeconds where the first bin begins
 * @param masses probability of each bin
 */
public record CompletionCurve(
    String task,
    boolean running,
    double chance,
    double deadlineSeconds,
    double fromSeconds,
    List<Double> masses) {}
