package org.espalier.report;

import java.util.List;

/**
 * Completion-time PMFs of a machine queue before and after a decision; the reader chooses between
 * decisions.
 *
 * @param id id of the figure
 * @param title its title
 * @param caption what it shows; may be empty
 * @param decisions the decisions, the one shown first coming first
 */
public record DecisionFigure(
    String id, String title, String caption, List<DecisionExample> decisions)
    implements ReportFigure {}
