/**
 * What all commands share: {@link org.espalier.cli.terminal.Subcommand}, options, tables, progress.
 */
package org.espalier.cli.terminal;
