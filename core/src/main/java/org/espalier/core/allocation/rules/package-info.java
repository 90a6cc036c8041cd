/** The rules that resource allocation is set to. */
@NullMarked
package org.espalier.core.allocation.rules;

import org.jspecify.annotations.NullMarked;
