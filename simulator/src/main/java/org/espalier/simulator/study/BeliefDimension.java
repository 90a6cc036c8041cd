package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetBeliefs;

/** The PET that the policies believe in as what an axis varies. */
public enum BeliefDimension implements Dimension {
  BELIEVED_PET;

  /** Its value where a study gives none: policies know the distributions of execution times. */
  public static final String EXACT = "exact";

  @Override
  public String key() {
    return "believed_pet";
  }

  @Override
  public String label() {
    return "Believed PET";
  }

  /** The belief at a node; empty if it was reported. */
  static Optional<String> value(DocumentNode node) {
    Optional<String> text = node.asString().find();
    if (text.isPresent() && PetBeliefs.parse(text.get()).isEmpty()) {
      node.report("is no belief about execution times", "expected " + PetBeliefs.EXPECTED);
      return Optional.empty();
    }
    return text;
  }
}
