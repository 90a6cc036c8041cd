package org.espalier.service.backend;

import java.time.Duration;

/**
 * How a launch ended.
 *
 * @param exitCode exit status if it ended by itself, 128 + n if by signal n; else -1
 * @param milliseconds how long it ran
 * @param ago how long before this is told it was over
 * @param detail what a user should know; may be empty
 */
public record LaunchEnd(
    LaunchId id, Kind kind, int exitCode, long milliseconds, Duration ago, String detail) {
  /** How it came to its end. */
  public enum Kind {
    /** The command ended by itself. */
    EXITED,
    /** It was stopped on demand. */
    STOPPED,
    /** It never began, and never will, because the service that was to begin it died before. */
    NEVER_BEGAN,
    /** It never began, because of the command: its program is missing, for example. */
    UNRUNNABLE,
    /** It never began, because of the machine, which runs nothing until it is mended. */
    MACHINE_FAILED,
    /** It began and is gone, and nobody knows how it ended, as after a reboot. */
    LOST
  }

  /** The end of a launch that is just over. */
  public LaunchEnd(LaunchId id, Kind kind, int exitCode, long milliseconds, String detail) {
    this(id, kind, exitCode, milliseconds, Duration.ZERO, detail);
  }

  /** The same, told so long after it was over. */
  public LaunchEnd since(Duration later) {
    return new LaunchEnd(id, kind, exitCode, milliseconds, later, detail);
  }
}
