/** What a machine lets be measured: counters, energy, P-states, caches (DISSERTATION 8.3). */
package org.espalier.profiler.probe;
