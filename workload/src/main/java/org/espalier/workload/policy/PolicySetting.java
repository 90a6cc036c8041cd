package org.espalier.workload.policy;

/**
 * What can be set of policies by one word or number: an option that all have in common, or a
 * parameter that one declares. May be an axis of a study.
 */
public sealed interface PolicySetting permits PolicyOption, ParameterSetting {
  /** Name in studies, CSV headers and on the command line. */
  String key();

  /** Name beside that of the policy, in an entry of a study. */
  String entryKey();

  /** Name in tables and figures. */
  String label();

  /** What it sets, in one line. */
  String summary();

  /** What its values look like. */
  String expected();

  /** Whether a text is a value of it. */
  boolean accepts(String value);
}
