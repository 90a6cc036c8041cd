/** The live service as a whole. */
@NullMarked
package org.espalier.service;

import org.jspecify.annotations.NullMarked;
