package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.Need;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.config.PolicyReader;
import org.espalier.service.scheduling.RegistryPolicies;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.PolicyChoice;
import tools.jackson.databind.json.JsonMapper;

/** The registry's policies with the settings of one document. */
final class LivePolicies {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private LivePolicies() {}

  /** Reads the keys of a live system about its policy as studies have them. */
  static PolicyReader reader(PolicyRegistry registry) {
    return (document, system) -> read(document, system, registry);
  }

  private static Optional<PolicyReader.Choice> read(
      DocumentNode document, HcSystem system, PolicyRegistry registry) {
    List<String> names = names(registry, system);
    Optional<PolicyChoice> read = PolicyChoice.read(document, registry, system.tick());
    if (read.isPresent() && !names.contains(read.get().policy())) {
      document.report(
          "policy",
          "needs a system with one machine type, and this has %d"
              .formatted(system.machineTypes().size()),
          "choose another; espalier policies lists them");
    }
    return read.map(choice -> {
      PolicySettings settings = choice.settings();
      RegistryPolicies policies = new RegistryPolicies(registry, names, settings, text(choice));
      return new PolicyReader.Choice(policies, choice.policy(), settings.rules());
    });
  }

  /** Those that this system has what they need for. */
  private static List<String> names(PolicyRegistry registry, HcSystem system) {
    List<String> names = new ArrayList<>();
    for (String name : registry.names()) {
      boolean wantsOneType =
          registry.find(name).orElseThrow().provider().needs().contains(Need.HOMOGENEOUS);
      if (!wantsOneType || system.machineTypes().size() == 1) {
        names.add(name);
      }
    }
    return names;
  }

  private static String text(PolicyChoice choice) {
    return MAPPER.writeValueAsString(new TreeMap<>(choice.options()));
  }
}
