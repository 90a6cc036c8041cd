package org.espalier.browser;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.config.PolicyReader;
import org.espalier.service.scheduling.Policies;
import org.espalier.workload.document.DocumentNode;

/**
 * Policies of a live system whose file says nothing of them: PAM first, all with preset journal.
 */
record AllPolicies() implements PolicyReader, Policies {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  @Override
  public Optional<Choice> read(DocumentNode document, HcSystem system) {
    return Optional.of(new Choice(this, "PAM", PolicySettings.JOURNAL.rules()));
  }

  @Override
  public List<String> names() {
    return REGISTRY.names();
  }

  @Override
  public AllocationPolicy create(String name) {
    return REGISTRY.find(name).orElseThrow().create(PolicySettings.JOURNAL);
  }

  @Override
  public String settings() {
    return "{}";
  }
}
