package org.espalier.service.http;

/** What a user may do; each role holds those before it. */
public enum Role {
  /** Look. */
  READ,
  /** Look and submit tasks, and take tasks back. */
  SUBMIT,
  /** All of that, and drain machines and switch policies. */
  OPERATE;

  /** Whether this role holds another. */
  boolean holds(Role other) {
    return compareTo(other) >= 0;
  }
}
