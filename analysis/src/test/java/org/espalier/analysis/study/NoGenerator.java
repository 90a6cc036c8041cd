package org.espalier.analysis.study;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.DocumentNode;

/** For studies that name files. */
public enum NoGenerator implements InputGenerator {
  INSTANCE;

  @Override
  public Optional<HcSystem> system(DocumentNode mapping, String name, long seed) {
    throw new AssertionError(mapping);
  }

  @Override
  public Optional<Workload> workload(DocumentNode mapping, HcSystem system, long seed) {
    throw new AssertionError(mapping);
  }
}
