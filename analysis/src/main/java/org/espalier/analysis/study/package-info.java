/** Studies of trade-offs as their files describe them, and allocations in files. */
@NullMarked
package org.espalier.analysis.study;

import org.jspecify.annotations.NullMarked;
