package org.espalier.analysis.study;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.DocumentNode;

/**
 * Makes systems and traces from options. What is wrong with them is reported at the nodes, and the
 * answer is then empty.
 */
public interface InputGenerator {
  /** The system of a mapping of options. */
  Optional<HcSystem> system(DocumentNode mapping, String name, long seed);

  /** The trace of a mapping of options. */
  Optional<Workload> workload(DocumentNode mapping, HcSystem system, long seed);
}
