/** Dropping and deferring: the pruner that can be put around any heuristic. */
package org.espalier.core.pruning;
