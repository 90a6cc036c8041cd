package org.espalier.core.energy;

/**
 * What tasks that have left took of the energy of a period.
 *
 * @param since the first tick of the period
 * @param joules as much of their energy as falls into it
 */
public record SpentEnergy(long since, double joules) {}
