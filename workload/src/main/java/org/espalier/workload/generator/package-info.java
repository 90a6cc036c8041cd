/** Workloads and execution times drawn from seeded random streams. */
package org.espalier.workload.generator;
