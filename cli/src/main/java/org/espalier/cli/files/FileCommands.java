package org.espalier.cli.files;

/** The commands that tell what files hold. */
public final class FileCommands {
  public static final Class<?> CHECK = CheckCommand.class;
  public static final Class<?> SHOW = ShowCommand.class;

  private FileCommands() {}
}
