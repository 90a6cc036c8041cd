package org.espalier.report;

import java.util.List;

/**
 * A machine queue before and after one decision.
 *
 * @param label by which readers choose it
 * @param text what was decided and on what grounds
 * @param binSeconds width of the bins of its curves
 * @param before the tasks of the queue, the running one first
 * @param after the same after the decision
 */
public record DecisionExample(
    String label,
    String text,
    double binSeconds,
    List<CompletionCurve> before,
    List<CompletionCurve> after) {}
