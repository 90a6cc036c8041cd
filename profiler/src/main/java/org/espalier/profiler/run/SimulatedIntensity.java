package org.espalier.profiler.run;

/** Instructions and misses of an application, alone, in a simulated cache of a machine type. */
public record SimulatedIntensity(
    String machineType, String taskType, double instructions, double llcMisses) {}
