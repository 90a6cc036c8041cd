package org.espalier.cli;

/** A word of a command line that a message suggests. */
final class ShellWord {
  private ShellWord() {}

  /** A word as a shell takes it: quoted where it has to be. */
  static String quoted(String word) {
    return word.matches("[\\w./=,:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
