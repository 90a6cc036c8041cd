package org.espalier.analysis.problem;

/**
 * What comes of an allocation, over all machines.
 *
 * @param utility earned
 * @param joules energy of all executions
 * @param makespanSeconds when the last machine finishes; 0 if nothing is executed
 * @param cost of the executing time, in the currency of the prices
 * @param onTime tasks that complete by their deadlines
 * @param dropped tasks that are not executed
 */
public record AllocationTotals(
    double utility,
    double joules,
    double makespanSeconds,
    double cost,
    double onTime,
    double dropped) {}
