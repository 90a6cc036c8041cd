package org.espalier.simulator.engine;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.registry.PruningParts;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of the pruner, once each, around a heuristic that has none of its own. */
@ParameterizedClass
@MethodSource("names")
class PrunerPartsContractTest extends DrivenPolicyContract {
  @Parameter String name;

  static List<String> names() {
    return Arrays.stream(PruningParts.values())
        .filter(parts -> parts != PruningParts.NONE)
        .map(parts -> "MM" + parts.suffix())
        .toList();
  }

  @Override
  String name() {
    return name;
  }
}
