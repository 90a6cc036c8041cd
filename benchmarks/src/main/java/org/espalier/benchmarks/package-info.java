/** JMH and whole-run benchmarks. */
@NullMarked
package org.espalier.benchmarks;

import org.jspecify.annotations.NullMarked;
