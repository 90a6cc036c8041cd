/** System descriptions as files. */
@NullMarked
package org.espalier.workload.system;

import org.jspecify.annotations.NullMarked;
