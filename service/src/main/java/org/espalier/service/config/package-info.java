/** The file that describes a live system. */
@NullMarked
package org.espalier.service.config;

import org.jspecify.annotations.NullMarked;
