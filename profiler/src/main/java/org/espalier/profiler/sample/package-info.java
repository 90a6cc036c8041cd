/** What was measured of one run, and the CSV files of it. */
@NullMarked
package org.espalier.profiler.sample;

import org.jspecify.annotations.NullMarked;
