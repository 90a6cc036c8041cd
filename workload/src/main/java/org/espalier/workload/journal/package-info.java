/** Journals as files. */
@NullMarked
package org.espalier.workload.journal;

import org.jspecify.annotations.NullMarked;
