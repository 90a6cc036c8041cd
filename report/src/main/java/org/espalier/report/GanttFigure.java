package org.espalier.report;

import java.util.List;

/**
 * A Gantt chart of one trial, or of several between which the reader chooses.
 *
 * @param id id of the figure
 * @param title its title
 * @param caption what it shows; may be empty
 * @param traces ids of the traces, the one shown first coming first
 */
public record GanttFigure(String id, String title, String caption, List<String> traces)
    implements ReportFigure {}
