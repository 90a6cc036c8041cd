/** Journals of live services, driven again: the same decisions, or those of other policies. */
@NullMarked
package org.espalier.simulator.replay;

import org.jspecify.annotations.NullMarked;
