/** The rules that resource allocation is set to. */
package org.espalier.core.allocation.rules;
