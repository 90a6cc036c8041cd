package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.system.MachineCounts;

/**
 * The number of machines of a type as what an axis varies: {@code machines.gpu}.
 *
 * @param machineType name of the machine type
 */
public record MachinesDimension(String machineType) implements Dimension {
  /** Name of the mapping that has the numbers that are no axes. */
  static final String BLOCK = "machines";

  private static final String PREFIX = BLOCK + ".";

  /** The dimension of a key; empty if it is another's. */
  static Optional<MachinesDimension> find(String key) {
    return key.startsWith(PREFIX) && key.length() > PREFIX.length()
        ? Optional.of(new MachinesDimension(key.substring(PREFIX.length())))
        : Optional.empty();
  }

  @Override
  public String key() {
    return PREFIX + machineType;
  }

  @Override
  public String label() {
    return "Machines of type " + machineType;
  }

  /** The number at a node, as text; empty if it was reported. */
  static Optional<String> value(DocumentNode node) {
    return node.asInteger(0, MachineCounts.MOST).find().map(count -> Integer.toString(count));
  }
}
