/** Traces in the Standard Workload Format, and workloads made of them. */
@NullMarked
package org.espalier.workload.swf;

import org.jspecify.annotations.NullMarked;
