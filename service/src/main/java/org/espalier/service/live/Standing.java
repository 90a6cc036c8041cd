package org.espalier.service.live;

/**
 * A service among those that share a store.
 *
 * @param address where people and programs find it
 * @param decides whether it is the one that decides; others stand by
 * @param since when it began to, as in {@code 2030-01-31T12:00:00Z}
 * @param clockAheadMs by how much the clock of its computer is ahead of the store's server's
 */
public record Standing(String address, boolean decides, String since, double clockAheadMs) {}
