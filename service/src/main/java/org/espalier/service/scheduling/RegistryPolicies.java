package org.espalier.service.scheduling;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.policy.RecordedSettings;
import org.espalier.workload.policy.RegistrySettings;

/**
 * Policies of a registry, all with the same settings.
 *
 * @param names those of the registry's policies that can be switched between
 * @param common the settings
 * @param settings the same as text
 */
public record RegistryPolicies(
    PolicyRegistry registry, List<String> names, RegistrySettings common, String settings)
    implements Policies {
  public RegistryPolicies {
    names = List.copyOf(names);
  }

  /** The policies whose needs a system meets, with some settings. */
  public static RegistryPolicies of(
      PolicyRegistry registry, RegistrySettings common, HcSystem system) {
    String settings = RecordedSettings.text(common, registry, system.tick());
    return new RegistryPolicies(registry, registry.namesFor(system), common, settings);
  }

  @Override
  public AllocationPolicy create(String name) {
    PolicyRegistry.Entry entry = registry.find(name).orElseThrow();
    return entry.create(common.forPolicy(entry.provider()));
  }
}
