package org.espalier.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;

/**
 * The registry: the one map from names to policies, built-in ones and users' own. Immutable; a name
 * is that of a provider, optionally with the suffix of {@link PruningParts}, as in {@code MM-P}.
 */
public final class PolicyRegistry {
  /** It was a policy of its own, so nobody is to get JIT with deferring for it. */
  private static final String REFUSED = "JIT-D";

  private final Map<String, PolicyProvider> providers;
  private final ClassLoader loader;

  private PolicyRegistry(Map<String, PolicyProvider> providers, ClassLoader loader) {
    this.providers = Collections.unmodifiableMap(providers);
    this.loader = loader;
  }

  /** The policies that come with Espalier. */
  public static PolicyRegistry builtIn() {
    return of(builtInProviders());
  }

  private static List<PolicyProvider> builtInProviders() {
    return Stream.of(
            BatchPolicies.all(),
            ImmediatePolicies.all(),
            UtilityPolicies.all(),
            JustInTimePolicies.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The built-in policies and those that a class loader finds as services.
   *
   * @throws IllegalArgumentException if two have the same name
   */
  public static PolicyRegistry withServices(ClassLoader loader) {
    List<PolicyProvider> all = new ArrayList<>(builtInProviders());
    ServiceLoader.load(PolicyProvider.class, loader).forEach(all::add);
    return of(all, loader);
  }

  /** The policies of some providers. */
  public static PolicyRegistry of(Collection<? extends PolicyProvider> providers) {
    return of(providers, PolicyRegistry.class.getClassLoader());
  }

  private static PolicyRegistry of(
      Collection<? extends PolicyProvider> providers, ClassLoader loader) {
    Map<String, PolicyProvider> byName = new TreeMap<>();
    providers.forEach(provider -> add(byName, provider));
    return new PolicyRegistry(byName, loader);
  }

  private static void add(Map<String, PolicyProvider> byName, PolicyProvider provider) {
    if (provider.name().isBlank() || provider.name().matches(".*\\s.*")) {
      throw new IllegalArgumentException(
          "policy name \"%s\" of %s; expected a name without blanks"
              .formatted(provider.name(), provider.getClass().getName()));
    }
    checkParameters(provider);
    PolicyProvider other = byName.putIfAbsent(provider.name(), provider);
    if (other != null) {
      throw new IllegalArgumentException(
          "two policies are named %s: %s and %s; names must be unique"
              .formatted(
                  provider.name(), other.getClass().getName(), provider.getClass().getName()));
    }
  }

  private static void checkParameters(PolicyProvider provider) {
    List<String> names = provider.parameters().stream().map(PolicyParameter::name).toList();
    if (names.stream().distinct().count() < names.size()) {
      throw new IllegalArgumentException(
          "policy %s declares parameters %s; names must be unique"
              .formatted(provider.name(), names));
    }
  }

  /** Where policies were found, and what else comes with them may be. */
  public ClassLoader loader() {
    return loader;
  }

  /** All providers, by name. */
  public Collection<PolicyProvider> providers() {
    return providers.values();
  }

  /** A policy by name, with the parts of the pruner that the name asks for. */
  public Optional<Entry> find(String name) {
    PolicyProvider exact = providers.get(name);
    if (exact != null) {
      return Optional.of(new Entry(exact, exact.pruningParts()));
    }
    if (name.equals(REFUSED)) {
      return Optional.empty();
    }
    for (PruningParts parts : PruningParts.values()) {
      if (parts != PruningParts.NONE && name.endsWith(parts.suffix())) {
        String base = name.substring(0, name.length() - parts.suffix().length());
        PolicyProvider provider = providers.get(base);
        if (provider != null) {
          return Optional.of(new Entry(provider, parts));
        }
      }
    }
    return Optional.empty();
  }

  /** All names that {@link #find} knows, each once. */
  public List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (String base : providers.keySet()) {
      for (PruningParts parts : PruningParts.values()) {
        names.add(base + parts.suffix());
      }
    }
    names.removeIf(name -> find(name).isEmpty());
    return List.copyOf(names);
  }

  /** The names of those policies that a system suits. */
  public List<String> namesFor(HcSystem system) {
    return names().stream()
        .filter(name -> find(name).orElseThrow().provider().suits(system))
        .toList();
  }

  /**
   * A policy that was found.
   *
   * @param parts the parts of the pruner that its name asks for
   */
  public record Entry(PolicyProvider provider, PruningParts parts) {
    /**
     * Makes the policy in its first state, approximate if the settings say so.
     *
     * @throws IllegalArgumentException if the settings give parameters that it does not declare
     */
    public AllocationPolicy create(PolicySettings settings) {
      settings.parameters().checkFor(provider.name(), provider.parameters());
      return ForwardingPolicy.showing(settings.approximation(), provider.create(settings, parts));
    }

    /** Whether it decides otherwise where one task is worth more than another. */
    public boolean mindsWorth(PolicySettings settings) {
      boolean prunes = settings.rules().weighsWorth() && (parts.drops() || parts.defers());
      return prunes || provider.mindsWorth(settings);
    }
  }

  /**
   * Settings of a policy for tasks that are worth so much at most. It matters to those that weigh
   * utility against energy.
   */
  public static PolicySettings forUtility(
      PolicyProvider policy, PolicySettings settings, double highest) {
    PolicyParameter<Double> most = UtilityPolicies.MAX_UTILITY;
    ParameterValues values = settings.parameters();
    return policy.parameters().contains(most) && values.get(most) < highest
        ? settings.withParameters(values.with(most, highest))
        : settings;
  }
}
