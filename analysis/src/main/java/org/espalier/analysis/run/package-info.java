/** The search of a study from its start, or from a checkpoint, to its fronts. */
@NullMarked
package org.espalier.analysis.run;

import org.jspecify.annotations.NullMarked;
