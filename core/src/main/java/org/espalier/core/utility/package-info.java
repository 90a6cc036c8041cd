/** What tasks are worth over time: utility functions and what they are made of. */
@NullMarked
package org.espalier.core.utility;

import org.jspecify.annotations.NullMarked;
