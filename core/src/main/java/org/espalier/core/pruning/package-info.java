/** Dropping and deferring: the pruner that can be put around any heuristic. */
@NullMarked
package org.espalier.core.pruning;

import org.jspecify.annotations.NullMarked;
