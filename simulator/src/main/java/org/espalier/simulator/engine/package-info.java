/** The event engine: one trial of one policy in virtual time. */
@NullMarked
package org.espalier.simulator.engine;

import org.jspecify.annotations.NullMarked;
