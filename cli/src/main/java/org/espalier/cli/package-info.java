/** The {@code espalier} command. */
@NullMarked
package org.espalier.cli;

import org.jspecify.annotations.NullMarked;
