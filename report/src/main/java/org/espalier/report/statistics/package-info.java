/** Means with confidence intervals, and paired differences. */
package org.espalier.report.statistics;
