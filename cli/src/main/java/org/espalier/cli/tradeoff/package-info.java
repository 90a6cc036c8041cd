/** The search for a trade-off: {@code pareto}. */
package org.espalier.cli.tradeoff;
