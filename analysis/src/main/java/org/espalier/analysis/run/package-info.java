/** The search of a study from its start, or from a checkpoint, to its fronts. */
package org.espalier.analysis.run;
