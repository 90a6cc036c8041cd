/** Workloads and execution times drawn from seeded random streams. */
@NullMarked
package org.espalier.workload.generator;

import org.jspecify.annotations.NullMarked;
