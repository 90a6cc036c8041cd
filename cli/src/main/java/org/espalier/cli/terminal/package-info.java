/**
 * What all commands share: {@link org.espalier.cli.terminal.Subcommand}, options, tables, progress.
 */
@NullMarked
package org.espalier.cli.terminal;

import org.jspecify.annotations.NullMarked;
