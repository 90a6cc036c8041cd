package org.espalier.workload.process;

/** A word of a command line that a message suggests. */
public final class ShellWord {
  private ShellWord() {}

  /** A word as a shell takes it: quoted where it has to be. */
  public static String quoted(String word) {
    return word.matches("[\\w./=,:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
