/** What comes of a plan of measurements: its directory, its report, and a system made of it. */
@NullMarked
package org.espalier.profiler.result;

import org.jspecify.annotations.NullMarked;
