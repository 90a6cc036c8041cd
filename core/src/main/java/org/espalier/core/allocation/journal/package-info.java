/** What is decided, what becomes of the tasks, and the journal that hears of both. */
@NullMarked
package org.espalier.core.allocation.journal;

import org.jspecify.annotations.NullMarked;
