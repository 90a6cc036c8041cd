/** Systems with machines added, removed or off, and what that does to a trade-off. */
@NullMarked
package org.espalier.analysis.whatif;

import org.jspecify.annotations.NullMarked;
