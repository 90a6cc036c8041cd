package org.espalier.service.scheduling;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;

/**
 * Policies of a registry, all with the same settings.
 *
 * @param names those of the registry's policies that can be switched between
 * @param common the settings
 * @param settings the same as text
 */
public record RegistryPolicies(
    PolicyRegistry registry, List<String> names, PolicySettings common, String settings)
    implements Policies {
  public RegistryPolicies {
    names = List.copyOf(names);
  }

  @Override
  public AllocationPolicy create(String name) {
    return registry.find(name).orElseThrow().create(common);
  }
}
