package org.espalier.analysis.study;

import java.util.List;

/**
 * A first population of the genetic algorithm; what its seeds do not fill is random (DISSERTATION
 * 5.5.2).
 *
 * @param name what tables and figures call it
 * @param seeds none for one that is all random
 */
public record Population(String name, List<SeedSource> seeds) {}
