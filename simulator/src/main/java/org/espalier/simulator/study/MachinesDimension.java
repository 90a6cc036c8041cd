package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.system.MachineCounts;

/** The number of machines of a type as what an axis varies: {@code machines.gpu}. */
final class MachinesDimension extends Dimension {
  private final String machineType;

  MachinesDimension(String machineType) {
    super(MachineCounts.key(machineType), "Machines of type " + machineType);
    this.machineType = machineType;
  }

  /** The dimension of a key; empty if it is another's. */
  static Optional<MachinesDimension> find(String key) {
    return MachineCounts.machineType(key).map(MachinesDimension::new);
  }

  /** Name of the machine type. */
  String machineType() {
    return machineType;
  }

  /** The number of machines at a node; empty if it was reported. */
  static Optional<Integer> count(DocumentNode node) {
    return node.asInteger(0, MachineCounts.MOST).find();
  }

  @Override
  Optional<String> value(DocumentNode node) {
    return count(node).map(number -> Integer.toString(number));
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.machines.put(machineType, Integer.parseInt(value));
  }
}
