/** How many machines are on, in studies and in live systems alike. */
package org.espalier.core.scaling;
