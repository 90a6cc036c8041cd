/** What no allocation can do better than: least energies by makespan, most utilities by energy. */
package org.espalier.analysis.bound;
