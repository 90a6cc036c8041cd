/** The live service and its clients, from {@code serve} to {@code replay}. */
@NullMarked
package org.espalier.cli.live;

import org.jspecify.annotations.NullMarked;
