/** Traces in the Standard Workload Format, and workloads made of them. */
package org.espalier.workload.swf;
