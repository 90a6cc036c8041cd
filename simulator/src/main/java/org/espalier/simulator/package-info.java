/** Trials in virtual time, and experiments made of them. */
@NullMarked
package org.espalier.simulator;

import org.jspecify.annotations.NullMarked;
