/** One run of a command with all that is measured of it, and how many runs it takes. */
@NullMarked
package org.espalier.profiler.measure;

import org.jspecify.annotations.NullMarked;
