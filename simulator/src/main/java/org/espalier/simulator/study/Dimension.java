package org.espalier.simulator.study;

/** What an axis of a study can vary. */
public sealed interface Dimension
    permits BeliefDimension,
        InputOption,
        MachinesDimension,
        PolicyDimension,
        SettingDimension,
        SystemDimension {
  /** Name in studies, CSV headers and on the command line. */
  String key();

  /** Name in tables and figures. */
  String label();
}
