package org.espalier.simulator.study;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.workload.policy.PolicySetting;

/** A scenario while it is made: what each axis of its study sets. */
final class ScenarioDraft {
  /** Settings of its policy. */
  final Map<PolicySetting, String> settings = new LinkedHashMap<>();

  /** Numbers of machines, by machine type. */
  final Map<String, Integer> machines = new HashMap<>();

  /** Options of its system and workload. */
  final Map<InputOption<?>, String> options = new LinkedHashMap<>();

  /** Name of its policy entry. */
  String policy = "";

  /** Its system, by the name on the axis of systems. */
  String system = "";

  /** What its policy believes of execution times. */
  String belief;

  /**
   * One of which nothing is set.
   *
   * @param belief what policies believe of execution times where no axis says it
   */
  ScenarioDraft(String belief) {
    this.belief = belief;
  }
}
