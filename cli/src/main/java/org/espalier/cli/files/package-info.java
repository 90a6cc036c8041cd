/** What files hold, of what kind they are and how they are written; {@code check}, {@code show}. */
@NullMarked
package org.espalier.cli.files;

import org.jspecify.annotations.NullMarked;
