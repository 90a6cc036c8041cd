/** Points of two objectives: which dominate others, and how good a set of them is. */
@NullMarked
package org.espalier.analysis.front;

import org.jspecify.annotations.NullMarked;
