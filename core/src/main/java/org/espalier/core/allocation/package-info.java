/** Mapping events, decisions, and the resource manager that applies them. */
@NullMarked
package org.espalier.core.allocation;

import org.jspecify.annotations.NullMarked;
