package org.espalier.simulator.study;

/** The policies themselves as what an axis varies. */
public enum PolicyDimension implements Dimension {
  POLICY;

  @Override
  public String key() {
    return "policy";
  }

  @Override
  public String label() {
    return "Policy";
  }
}
