package org.espalier.cli.inputs;

/** The commands that make the inputs of studies. */
public final class InputCommands {
  public static final Class<?> PET = PetCommand.class;
  public static final Class<?> SYSTEM = SystemCommand.class;
  public static final Class<?> WORKLOAD = WorkloadCommand.class;

  private InputCommands() {}
}
