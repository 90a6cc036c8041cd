/** How libraries log. */
@NullMarked
package org.espalier.service.logging;

import org.jspecify.annotations.NullMarked;
