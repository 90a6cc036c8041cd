/**
 * What runs of one command say together: averages, intervals, outliers, drift, and when to stop.
 */
package org.espalier.profiler.statistics;
