/** Allocations of small makespan and energy from divisions of task types in fractions. */
@NullMarked
package org.espalier.analysis.rounding;

import org.jspecify.annotations.NullMarked;
