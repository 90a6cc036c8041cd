/**
 * The HTML report: one self-contained page of tables and figures made from a {@link
 * org.espalier.report.ReportData}.
 *
 * <p>The package knows nothing of the programs that fill in the data; it only checks, writes and
 * draws it.
 */
package org.espalier.report;
