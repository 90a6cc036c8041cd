package org.espalier.cli;

/** How the process says how it went. */
final class ExitCode {
  /** All well. */
  static final int OK = 0;

  /** A fault of the program or of the machine it runs on. */
  static final int INTERNAL = 1;

  /** Wrong usage, bad input, or a policy that fails: the user can mend it. */
  static final int BAD_INPUT = 2;

  private ExitCode() {}
}
