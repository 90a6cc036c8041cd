/** The commands that make the inputs of studies: {@code pet}, {@code system}, {@code workload}. */
@NullMarked
package org.espalier.cli.inputs;

import org.jspecify.annotations.NullMarked;
