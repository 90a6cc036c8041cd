package org.espalier.service.live;

import java.util.OptionalInt;
import org.espalier.core.allocation.journal.Fate;

/**
 * How a task left the service.
 *
 * @param time when, in ticks
 * @param exitCode exit status of its command, if it ended by itself
 * @param detail what a user should know beyond the fate; may be empty
 */
public record Ending(long time, Fate fate, OptionalInt exitCode, String detail) {}
