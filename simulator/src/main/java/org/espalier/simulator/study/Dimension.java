package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.system.MachineCounts;

/** What an axis of a study can vary. */
public sealed interface Dimension
    permits Dimension.Plain, Dimension.Systems, Dimension.Machines, Dimension.Setting, InputOption {
  /** Key of the axis of policies. */
  String POLICY = "policy";

  /** Key of the axis of system files. */
  String SYSTEM = "system";

  /** Key of the axis of what policies believe of execution times. */
  String BELIEF = "believed_pet";

  /** Name in studies, CSV headers and on the command line. */
  String key();

  /** Name in tables and figures. */
  String label();

  /** Whether it says which policy decides, or how that is set. */
  default boolean isOfPolicies() {
    return this instanceof Setting || key().equals(POLICY);
  }

  /** The policies themselves, or the PET that they believe in. */
  record Plain(String key, String label) implements Dimension {}

  /**
   * System files.
   *
   * @param files by the names of the systems, which are the values, in the order of the axis
   */
  record Systems(String key, String label, Map<String, Path> files) implements Dimension {}

  /** The number of machines of a type: {@code machines.gpu}. */
  record Machines(String key, String label, String machineType) implements Dimension {
    /** The dimension of a key; empty if it is another's. */
    static Optional<Machines> find(String key) {
      return MachineCounts.machineType(key)
          .map(type -> new Machines(key, "Machines of type " + type, type));
    }
  }

  /** An option of policies and of the rules they play by, or a parameter of one. */
  record Setting(String key, String label, PolicySetting setting) implements Dimension {}
}
