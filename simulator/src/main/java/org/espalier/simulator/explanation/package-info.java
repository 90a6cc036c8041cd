/** What happened to one task and why, told from a journal. */
@NullMarked
package org.espalier.simulator.explanation;

import org.jspecify.annotations.NullMarked;
