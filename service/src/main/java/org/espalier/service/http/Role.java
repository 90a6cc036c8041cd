package org.espalier.service.http;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a user may do; each role holds those before it. */
public enum Role {
  /** Look. */
  READ,
  /** Look and submit tasks, and take tasks back. */
  SUBMIT,
  /** All of that, and drain machines and switch policies. */
  OPERATE;

  /** The role of a name in lower case. */
  public static Optional<Role> find(String name) {
    return Stream.of(values())
        .filter(role -> role.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  /** Whether this role holds another. */
  boolean holds(Role other) {
    return compareTo(other) >= 0;
  }
}
