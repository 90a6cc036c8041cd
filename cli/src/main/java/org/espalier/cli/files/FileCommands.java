package org.espalier.cli.files;

import java.util.List;

/** The commands that tell what files hold. */
public final class FileCommands {
  /** All of them, as help lists them. */
  public static final List<Class<?>> ALL = List.of(CheckCommand.class, ShowCommand.class);

  private FileCommands() {}
}
