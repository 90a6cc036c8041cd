package org.espalier.simulator.replay;

/**
 * What the execution of a task told of its execution time.
 *
 * @param taskType index of the task type, or of the version as which it ran
 * @param machineType index of the type of the machine
 * @param pState the P-state it ran in
 * @param ticks how long it ran
 * @param whole whether it ran to its end, successful or not; if not, it would have taken longer
 */
record Ran(int taskType, int machineType, int pState, long ticks, boolean whole) {}
