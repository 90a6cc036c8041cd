/** Plans of measurements: applications, machines, P-states, co-location (DISSERTATION 8.4). */
package org.espalier.profiler.plan;
