/** Machines on which commands run: this one, and others over ssh. */
@NullMarked
package org.espalier.profiler.host;

import org.jspecify.annotations.NullMarked;
