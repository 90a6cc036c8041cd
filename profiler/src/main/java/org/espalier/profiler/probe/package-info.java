/** What a machine lets be measured: counters, energy, P-states, caches (DISSERTATION 8.3). */
@NullMarked
package org.espalier.profiler.probe;

import org.jspecify.annotations.NullMarked;
