/** Logs in any CSV, by a mapping of their columns. */
package org.espalier.workload.mapping;
