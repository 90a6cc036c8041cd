/** When machines that only take time are away. */
@NullMarked
package org.espalier.service.simulated;

import org.jspecify.annotations.NullMarked;
