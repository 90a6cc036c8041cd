package org.espalier.simulator.run;

import org.espalier.report.DecisionExample;

/**
 * A decision that a report can show.
 *
 * @param isDrop whether a task left a queue
 * @param gain what the tasks that stay in the queue gain in chances of success, all together
 * @param example its picture
 */
public record ShownDecision(boolean isDrop, double gain, DecisionExample example) {}
