package org.espalier.simulator.study;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.workload.policy.PolicySetting;

/** A scenario while it is made: what each axis of its study sets. */
final class ScenarioDraft {
  private final Map<PolicySetting, String> settings = new LinkedHashMap<>();
  private final Map<String, Integer> machines = new HashMap<>();
  private final Map<InputOption<?>, String> options = new LinkedHashMap<>();
  private String policy = "";
  private String system = "";
  private String belief;

  /**
   * One of which nothing is set.
   *
   * @param belief what policies believe of execution times where no axis says it
   */
  ScenarioDraft(String belief) {
    this.belief = belief;
  }

  /** Sets the name of its policy entry. */
  void policy(String name) {
    policy = name;
  }

  /** Sets a setting of its policy. */
  void setting(PolicySetting setting, String value) {
    settings.put(setting, value);
  }

  /** Sets its system, by the name on the axis of systems. */
  void system(String name) {
    system = name;
  }

  /** Sets the number of machines of a type. */
  void machines(String type, int count) {
    machines.put(type, count);
  }

  /** Sets an option of its system or workload. */
  void option(InputOption<?> option, String value) {
    options.put(option, value);
  }

  /** Sets what its policy believes of execution times. */
  void belief(String text) {
    belief = text;
  }

  String policy() {
    return policy;
  }

  Map<PolicySetting, String> settings() {
    return settings;
  }

  String system() {
    return system;
  }

  Map<String, Integer> machines() {
    return machines;
  }

  Map<InputOption<?>, String> options() {
    return options;
  }

  String belief() {
    return belief;
  }
}
