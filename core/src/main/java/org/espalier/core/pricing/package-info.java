/** Prices of machine time, and a heuristic that maps just in time by them. */
package org.espalier.core.pricing;
