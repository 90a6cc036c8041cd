/** What is decided, what becomes of the tasks, and the journal that hears of both. */
package org.espalier.core.allocation.journal;
