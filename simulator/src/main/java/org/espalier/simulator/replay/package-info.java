/** Journals of live services, driven again: the same decisions, or those of other policies. */
package org.espalier.simulator.replay;
