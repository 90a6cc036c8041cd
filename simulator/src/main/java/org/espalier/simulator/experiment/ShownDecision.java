package org.espalier.simulator.experiment;

import org.espalier.simulator.report.DecisionExample;

/**
 * A decision that a report can show.
 *
 * @param isDrop whether a task left a queue
 * @param makesRoom whether those behind it gained much
 * @param example its picture
 */
record ShownDecision(boolean isDrop, boolean makesRoom, DecisionExample example) {}
