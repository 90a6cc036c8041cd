/** The measuring of commands: {@code profile}. */
@NullMarked
package org.espalier.cli.profile;

import org.jspecify.annotations.NullMarked;
