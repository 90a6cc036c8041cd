package org.espalier.cli.terminal;

/** A command cannot go on for a reason that the user can mend; the message says all there is. */
public class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String message) {
    super(message);
  }

  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
