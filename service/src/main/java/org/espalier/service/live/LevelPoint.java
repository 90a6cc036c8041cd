package org.espalier.service.live;

/**
 * The oversubscription level from a mapping event on, until the next point.
 *
 * @param time when, in ticks
 * @param level the level (JOURNAL eq. 11); the highest of events that a point stands for
 * @param droppingEngaged whether mapped tasks were dropped
 */
public record LevelPoint(long time, double level, boolean droppingEngaged) {}
