/** The energy that tasks are expected to take, and how much of a budget is spent. */
@NullMarked
package org.espalier.core.energy;

import org.jspecify.annotations.NullMarked;
