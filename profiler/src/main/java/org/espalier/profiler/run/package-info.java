/** Measures what a plan says: order, co-location, journal, progress. */
package org.espalier.profiler.run;
