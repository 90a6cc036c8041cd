package org.espalier.service.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.service.backend.Containment;
import org.espalier.service.backend.MachineLimits;

/** Settings of gates in tests: a short grace, and little output that is kept. */
public final class TestGates {
  static final MachineLimits LIMITS =
      new MachineLimits("", 0, 0, 1000, Duration.ofMillis(100), Map.of());

  private TestGates() {}

  /** Those of a gate for some machines, whose commands and output are in a directory. */
  public static AgentsSettings settings(
      Path directory, int port, List<Path> keys, String... machines) {
    return new AgentsSettings(
        "127.0.0.1",
        port,
        keys,
        directory.resolve("output"),
        Arrays.stream(machines).collect(Collectors.toMap(Function.identity(), _ -> LIMITS)),
        20_000,
        Optional.of(directory),
        Map.of(),
        Map.of(),
        Containment.automatic(),
        Optional.empty());
  }
}
