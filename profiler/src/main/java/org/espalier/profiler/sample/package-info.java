/** What was measured of one run, and the CSV files of it. */
package org.espalier.profiler.sample;
