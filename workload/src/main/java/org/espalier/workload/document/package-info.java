/** Input documents with line numbers, and the problems found in input files. */
@NullMarked
package org.espalier.workload.document;

import org.jspecify.annotations.NullMarked;
