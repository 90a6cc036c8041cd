/** The energy that tasks are expected to take. */
@NullMarked
package org.espalier.core.energy;

import org.jspecify.annotations.NullMarked;
