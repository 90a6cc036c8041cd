/** Allocations of small makespan and energy from divisions of task types in fractions. */
package org.espalier.analysis.rounding;
