/** Means with confidence intervals, and paired differences. */
@NullMarked
package org.espalier.simulator.statistics;

import org.jspecify.annotations.NullMarked;
