package org.espalier.service.config;

import java.util.Optional;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.service.scheduling.Policies;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads the keys of a document that say which policy decides. They are those of studies, whose
 * reader this module does not know.
 */
@FunctionalInterface
public interface PolicyReader {
  /** The policies, or empty if there are problems, which are reported. */
  Optional<Choice> read(DocumentNode document, HcSystem system);

  /**
   * What was chosen.
   *
   * @param first name of the policy to begin with
   */
  record Choice(Policies policies, String first, AllocationRules rules) {}
}
