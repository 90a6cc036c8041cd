/** The one map from names to policies, built-in and users' own, and policies around them. */
package org.espalier.core.registry;
