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
  /** The dimension of a key; empty if it is another's. */
  static Optional<MachinesDimension> find(String key) {
    return MachineCounts.machineType(key).map(MachinesDimension::new);
  }

  @Override
  public String key() {
    return MachineCounts.key(machineType);
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
