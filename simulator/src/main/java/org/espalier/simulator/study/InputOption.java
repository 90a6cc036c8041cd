package org.espalier.simulator.study;

/** An option of what a study generates, as it is written: one word, number or list. */
public sealed interface InputOption extends Dimension permits SystemOption, WorkloadOption {
  /** What its values look like. */
  String expected();

  /** Its value where a study gives none. */
  String byDefault();

  /** Whether a text is a value of it. */
  boolean accepts(String value);
}
