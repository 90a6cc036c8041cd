package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.Need;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.config.PolicyReader;
import org.espalier.service.scheduling.Policies;
import org.espalier.simulator.experiment.PolicyChoice;
import org.espalier.workload.document.DocumentNode;
import tools.jackson.databind.json.JsonMapper;

/** The registry's policies with the settings of one document. */
record LivePolicies(PolicyRegistry registry, PolicyChoice choice, List<String> names)
    implements Policies {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

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
      AllocationRules rules = choice.settings().rules();
      LivePolicies policies = new LivePolicies(registry, choice, names);
      return new PolicyReader.Choice(policies, choice.policy(), rules);
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

  @Override
  public AllocationPolicy create(String name) {
    return registry.find(name).orElseThrow().create(choice.settings());
  }

  @Override
  public String settings() {
    Map<String, String> sorted = new TreeMap<>(choice.options());
    return MAPPER.writeValueAsString(sorted);
  }
}
