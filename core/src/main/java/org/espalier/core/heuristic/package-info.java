/** The mapping heuristics of the literature and the parts they are composed of. */
@NullMarked
package org.espalier.core.heuristic;

import org.jspecify.annotations.NullMarked;
