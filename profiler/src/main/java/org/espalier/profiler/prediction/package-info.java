/**
 * How much slower applications are beside others, as measured and as predicted. A prediction
 * follows from their sensitivity to pressure on caches and memory, and from the pressure they make
 * themselves.
 *
 * <p>The idea is that of Bubble-Up (J. Mars, L. Tang, R. Hundt, K. Skadron, M. L. Soffa: Bubble-Up:
 * Increasing Utilization in Modern Warehouse Scale Computers via Sensible Co-locations, MICRO 2011,
 * doi:10.1145/2155620.2155650); DISSERTATION chapter 8 measures co-location only.
 */
package org.espalier.profiler.prediction;
