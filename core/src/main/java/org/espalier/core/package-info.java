/** The part that every driver shares: it decides, and knows neither clock nor file. */
@NullMarked
package org.espalier.core;

import org.jspecify.annotations.NullMarked;
