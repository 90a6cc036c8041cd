package org.espalier.simulator.explanation;

/**
 * The chance of success of a task at the end of a machine queue.
 *
 * @param machine index of the machine
 * @param chance the chance; 0 where the task cannot run
 * @param room whether the queue has room for it
 */
public record MachineChance(int machine, double chance, boolean room) {}
