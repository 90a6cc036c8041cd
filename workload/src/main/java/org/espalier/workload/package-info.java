/** Systems and workloads: read, written, generated. */
package org.espalier.workload;
