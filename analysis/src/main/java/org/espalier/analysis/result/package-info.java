/** What came of a study, as tables, files and a report. */
package org.espalier.analysis.result;
