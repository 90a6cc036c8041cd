/** Power by task type as files. */
@NullMarked
package org.espalier.workload.power;

import org.jspecify.annotations.NullMarked;
