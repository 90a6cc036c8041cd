/** Means with confidence intervals, and paired differences. */
@NullMarked
package org.espalier.report.statistics;

import org.jspecify.annotations.NullMarked;
