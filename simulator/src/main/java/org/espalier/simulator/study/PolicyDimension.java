package org.espalier.simulator.study;

/** The policies themselves as what an axis varies. */
final class PolicyDimension extends Dimension {
  PolicyDimension() {
    super(POLICY, "Policy");
  }

  @Override
  public boolean isOfPolicies() {
    return true;
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.policy = value;
  }
}
