/** P-states of machines that cpufreq of the kernel carries out. */
package org.espalier.service.cpufreq;
