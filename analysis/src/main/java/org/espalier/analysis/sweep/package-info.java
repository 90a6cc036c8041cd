/** Fronts near the bound in seconds: allocations that are good for some weight of energy. */
@NullMarked
package org.espalier.analysis.sweep;

import org.jspecify.annotations.NullMarked;
