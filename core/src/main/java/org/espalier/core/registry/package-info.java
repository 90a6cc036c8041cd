/** The one map from names to policies, built-in and users' own, and policies around them. */
@NullMarked
package org.espalier.core.registry;

import org.jspecify.annotations.NullMarked;
