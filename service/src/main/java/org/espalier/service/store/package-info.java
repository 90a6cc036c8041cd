/** What outlives the process: tasks, the journal and facts, in SQLite or PostgreSQL. */
package org.espalier.service.store;
