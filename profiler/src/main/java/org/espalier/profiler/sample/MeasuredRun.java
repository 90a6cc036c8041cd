package org.espalier.profiler.sample;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One run that was measured: a row of the CSV of samples. What was not measured is empty.
 *
 * @param taskType name of the application with its parameters
 * @param machineType name of the machine type
 * @param pState index of the P-state, 0 the fastest; empty where the machine was left as it is
 * @param corunners task types that ran beside it, in order of their names; one may be there twice
 * @param seconds execution time
 * @param energyJoules of what was metered, from its start to its end, co-runners included
 * @param setEnergyJoules until every member of the co-location set had run once (DISSERTATION,
 *     table 8.5)
 * @param instructions instructions executed
 * @param llcMisses misses in the last-level cache
 * @param countedShare share of the time in which the counters counted; empty without counters
 * @param simulated whether instructions and misses come from a simulated cache
 * @param startedMillis when it began, milliseconds since 1970
 * @param noise what may have disturbed it, each in a word; empty if nothing did
 */
public record MeasuredRun(
    String taskType,
    String machineType,
    OptionalInt pState,
    List<String> corunners,
    double seconds,
    OptionalDouble userSeconds,
    OptionalDouble systemSeconds,
    OptionalLong peakMemoryBytes,
    OptionalLong voluntarySwitches,
    OptionalLong involuntarySwitches,
    OptionalDouble energyJoules,
    OptionalDouble setEnergyJoules,
    OptionalDouble instructions,
    OptionalDouble llcMisses,
    OptionalDouble countedShare,
    boolean simulated,
    long startedMillis,
    List<String> noise) {

  /** Copies the lists, and puts co-runners in order. */
  public MeasuredRun {
    corunners = corunners.stream().sorted().toList();
    noise = List.copyOf(noise);
  }
}
