/** What came of a study, as tables, files and a report. */
@NullMarked
package org.espalier.analysis.result;

import org.jspecify.annotations.NullMarked;
