/** Measures what a plan says: order, co-location, journal, progress. */
@NullMarked
package org.espalier.profiler.run;

import org.jspecify.annotations.NullMarked;
