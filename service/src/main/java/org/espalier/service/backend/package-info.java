/** What runs commands on real machines. */
@NullMarked
package org.espalier.service.backend;

import org.jspecify.annotations.NullMarked;
