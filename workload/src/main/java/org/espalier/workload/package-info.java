/** Systems and workloads: read, written, generated. */
@NullMarked
package org.espalier.workload;

import org.jspecify.annotations.NullMarked;
