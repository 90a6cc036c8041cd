/** The driver of the resource manager on real time. */
@NullMarked
package org.espalier.service.scheduling;

import org.jspecify.annotations.NullMarked;
