package org.espalier.cli.inputs;

import java.util.List;

/** The commands that make the inputs of studies. */
public final class InputCommands {
  /** All of them, as help lists them. */
  public static final List<Class<?>> ALL =
      List.of(PetCommand.class, SystemCommand.class, WorkloadCommand.class);

  private InputCommands() {}
}
