/** Plans of measurements: applications, machines, P-states, co-location (DISSERTATION 8.4). */
@NullMarked
package org.espalier.profiler.plan;

import org.jspecify.annotations.NullMarked;
