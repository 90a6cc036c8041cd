/**
 * Greedy allocations of a whole trace, which seed a search (DISSERTATION 5.5.2, 6.5.1 and 7.3.4).
 */
package org.espalier.analysis.seed;
