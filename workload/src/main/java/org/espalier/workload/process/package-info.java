/** Processes and programs of this computer, as Linux has them. */
@NullMarked
package org.espalier.workload.process;

import org.jspecify.annotations.NullMarked;
