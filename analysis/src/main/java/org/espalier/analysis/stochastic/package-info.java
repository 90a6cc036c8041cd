/** x. */
@NullMarked
package org.espalier.analysis.stochastic;

import org.jspecify.annotations.NullMarked;
