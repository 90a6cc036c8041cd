/** The commands on studies and their results, from {@code run} to {@code explain}. */
@NullMarked
package org.espalier.cli.study;

import org.jspecify.annotations.NullMarked;
