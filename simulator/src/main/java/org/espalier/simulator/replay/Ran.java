package org.espalier.simulator.replay;

/**
 * What the execution of a task told of its execution time.
 *
 * @param machineType index of the type of the machine
 * @param ticks how long it ran
 * @param whole whether it ran to its end, successful or not; if not, it would have taken longer
 */
record Ran(int machineType, long ticks, boolean whole) {}
