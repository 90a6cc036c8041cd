/** The greatest load that a policy serves well enough, and the cheapest fleet for a load. */
@NullMarked
package org.espalier.simulator.sizing;

import org.jspecify.annotations.NullMarked;
