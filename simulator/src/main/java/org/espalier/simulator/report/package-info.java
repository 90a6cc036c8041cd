/**
 * The HTML report: one self-contained page of tables and figures made from a {@link
 * org.espalier.simulator.report.ReportData}.
 *
 * <p>The package knows nothing of the simulator that fills in the data; it only checks, writes and
 * draws it.
 */
@NullMarked
package org.espalier.simulator.report;

import org.jspecify.annotations.NullMarked;
