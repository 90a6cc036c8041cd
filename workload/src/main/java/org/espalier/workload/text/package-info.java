/** What the readers of text files share. */
@NullMarked
package org.espalier.workload.text;

import org.jspecify.annotations.NullMarked;
