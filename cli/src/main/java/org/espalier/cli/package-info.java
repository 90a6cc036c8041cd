/** The {@code espalier} command. */
package org.espalier.cli;
