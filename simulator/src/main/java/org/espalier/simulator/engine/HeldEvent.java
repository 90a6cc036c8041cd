package org.espalier.simulator.engine;

/**
 * A mapping event that was held.
 *
 * @param time when, in ticks
 * @param mappable tasks that could be mapped in it: those in the batch queue but for those that
 *     were dropped or set aside before
 * @param heldUp whether it began later than its trigger asked, as the one before took time
 * @param postponed tasks that wait for a later time since then, such as another period of energy
 */
public record HeldEvent(long time, int mappable, boolean heldUp, int postponed) {}
