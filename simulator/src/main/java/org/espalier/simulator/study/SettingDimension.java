package org.espalier.simulator.study;

import org.espalier.workload.policy.PolicySetting;

/** An option of policies and of the rules they play by, or a parameter of one, as an axis. */
public record SettingDimension(PolicySetting setting) implements Dimension {
  @Override
  public String key() {
    return setting.key();
  }

  @Override
  public String label() {
    return setting.label();
  }
}
