package org.espalier.core.energy;

/**
 * What tasks that have left took of the energy of a period, and of an account of which that has a
 * share.
 *
 * @param since the first tick of the period
 * @param joules as much of their energy as falls into it
 * @param before what falls into earlier periods of the account
 */
public record SpentEnergy(long since, double joules, double before) {}
