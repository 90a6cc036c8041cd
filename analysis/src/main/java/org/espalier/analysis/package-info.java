/** Trade-offs of static allocations. Each package knows only those that come before it. */
@NullMarked
package org.espalier.analysis;

import org.jspecify.annotations.NullMarked;
