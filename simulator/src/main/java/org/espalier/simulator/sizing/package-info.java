/** What a system bears: the greatest load that a policy still serves well enough. */
@NullMarked
package org.espalier.simulator.sizing;

import org.jspecify.annotations.NullMarked;
