/** Seeded random streams. */
package org.espalier.workload.random;
