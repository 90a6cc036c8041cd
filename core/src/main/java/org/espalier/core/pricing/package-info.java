/** Prices of machine time, and a heuristic that maps just in time by them. */
@NullMarked
package org.espalier.core.pricing;

import org.jspecify.annotations.NullMarked;
