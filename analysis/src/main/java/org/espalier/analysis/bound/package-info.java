/** What no allocation can do better than: least energies by makespan, most utilities by energy. */
@NullMarked
package org.espalier.analysis.bound;

import org.jspecify.annotations.NullMarked;
