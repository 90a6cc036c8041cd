/** Commands of task types: argument vectors with checked parameters. */
@NullMarked
package org.espalier.service.command;

import org.jspecify.annotations.NullMarked;
