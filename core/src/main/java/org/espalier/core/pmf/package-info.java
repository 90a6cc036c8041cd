/** Probability mass functions of times, and the completion-time operators on them. */
@NullMarked
package org.espalier.core.pmf;

import org.jspecify.annotations.NullMarked;
