/** Searches the settings of a policy that suit a load, and reports them on other trials. */
@NullMarked
package org.espalier.simulator.tuning;

import org.jspecify.annotations.NullMarked;
