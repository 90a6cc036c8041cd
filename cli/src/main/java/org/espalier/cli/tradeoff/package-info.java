/** The search for a trade-off: {@code pareto}. */
@NullMarked
package org.espalier.cli.tradeoff;

import org.jspecify.annotations.NullMarked;
