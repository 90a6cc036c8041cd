/** Seeded random streams. */
@NullMarked
package org.espalier.workload.random;

import org.jspecify.annotations.NullMarked;
