/** Frequencies of cores, as cpufreq of the kernel sets them. */
package org.espalier.workload.cpufreq;
