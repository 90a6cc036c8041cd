package org.espalier.service.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A service among those that share a store.
 *
 * @param address where people and programs find it
 * @param decides whether it is the one that decides; others stand by
 * @param since when it began to
 * @param ahead by how much the clock of its computer is ahead of the server's; negative if behind
 */
public record Standing(String address, boolean decides, Instant since, Duration ahead) {}
