/** Mapping events, decisions, and the resource manager that applies them. */
package org.espalier.core.allocation;
