/** Workloads as files. */
@NullMarked
package org.espalier.workload.trace;

import org.jspecify.annotations.NullMarked;
