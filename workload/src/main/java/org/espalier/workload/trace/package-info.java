/** Workloads as files. */
package org.espalier.workload.trace;
