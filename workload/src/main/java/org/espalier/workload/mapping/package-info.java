/** Logs in any CSV, by a mapping of their columns. */
@NullMarked
package org.espalier.workload.mapping;

import org.jspecify.annotations.NullMarked;
