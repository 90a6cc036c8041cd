package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;

/** What an axis of a study can vary. */
public abstract sealed class Dimension
    permits BeliefDimension,
        InputOption,
        MachinesDimension,
        PolicyDimension,
        SettingDimension,
        SystemDimension {
  /** Key of the axis of policies. */
  public static final String POLICY = "policy";

  private final String key;
  private final String label;

  Dimension(String key, String label) {
    this.key = key;
    this.label = label;
  }

  /** Name in studies, CSV headers and on the command line. */
  public final String key() {
    return key;
  }

  /** Name in tables and figures. */
  public final String label() {
    return label;
  }

  /** Whether it says which policy decides, or how that is set. */
  public boolean isOfPolicies() {
    return false;
  }

  /** Its value at a node; empty if it was reported. */
  Optional<String> value(DocumentNode node) {
    return node.asString().find();
  }

  /** Gives a scenario a value of it. */
  abstract void set(ScenarioDraft draft, String value);
}
