/**
 * What runs of one command say together: averages, intervals, outliers, drift, and when to stop.
 */
@NullMarked
package org.espalier.profiler.statistics;

import org.jspecify.annotations.NullMarked;
