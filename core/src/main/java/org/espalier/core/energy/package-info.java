/** What machines draw: energy by P-state, by machine and by period. */
@NullMarked
package org.espalier.core.energy;

import org.jspecify.annotations.NullMarked;
