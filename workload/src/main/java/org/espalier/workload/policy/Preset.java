package org.espalier.workload.policy;

import org.espalier.core.registry.PolicySettings;

/** A named set of policy settings that studies begin with (design section 13). */
public enum Preset {
  /** THESIS and DROPPING. */
  THESIS(PolicySettings.THESIS),
  /** JOURNAL. */
  JOURNAL(PolicySettings.JOURNAL);

  private final PolicySettings settings;

  Preset(PolicySettings settings) {
    this.settings = settings;
  }

  /** The settings. */
  public PolicySettings settings() {
    return settings;
  }
}
