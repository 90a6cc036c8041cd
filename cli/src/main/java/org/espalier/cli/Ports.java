package org.espalier.cli;

import java.util.Optional;

/** Ports that users give. */
final class Ports {
  private static final int LAST = 65_535;

  private Ports() {}

  /** What is wrong with a port; 0 stands for any that is free. */
  static Optional<String> problem(int port) {
    return port < 0 || port > LAST
        ? Optional.of("--port is %d; expected 0 to %d".formatted(port, LAST))
        : Optional.empty();
  }
}
