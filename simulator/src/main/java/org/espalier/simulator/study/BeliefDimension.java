package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetBeliefs;

/** The PET that the policies believe in as what an axis varies. */
final class BeliefDimension extends Dimension {
  /** Name of the axis. */
  static final String KEY = "believed_pet";

  BeliefDimension() {
    super(KEY, "Believed PET");
  }

  /** The belief at a node; empty if it was reported. */
  static Optional<String> belief(DocumentNode node) {
    Optional<String> text = node.asString().find();
    if (text.isPresent() && PetBeliefs.parse(text.get()).isEmpty()) {
      node.report("is no belief about execution times", "expected " + PetBeliefs.EXPECTED);
      return Optional.empty();
    }
    return text;
  }

  @Override
  Optional<String> value(DocumentNode node) {
    return belief(node);
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.belief = value;
  }
}
