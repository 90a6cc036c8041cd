/** What outlives the process: tasks, the journal and facts, in SQLite or PostgreSQL. */
@NullMarked
package org.espalier.service.store;

import org.jspecify.annotations.NullMarked;
