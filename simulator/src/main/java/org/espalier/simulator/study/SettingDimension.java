package org.espalier.simulator.study;

import org.espalier.workload.policy.PolicyOption;

/** A setting of policies and of the rules they play by, as an axis. */
public record SettingDimension(PolicyOption option) implements Dimension {
  @Override
  public String key() {
    return option.key();
  }

  @Override
  public String label() {
    return option.label();
  }
}
