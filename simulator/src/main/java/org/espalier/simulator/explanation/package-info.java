/** What happened to one task and why, told from a journal. */
package org.espalier.simulator.explanation;
