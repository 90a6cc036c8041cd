/** Machines that are servers over HTTP. */
@NullMarked
package org.espalier.service.servers;

import org.jspecify.annotations.NullMarked;
