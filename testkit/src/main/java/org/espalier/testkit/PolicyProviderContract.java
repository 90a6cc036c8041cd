package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.junit.jupiter.api.Test;

/** What every policy that studies and commands call by its name must keep to. */
public abstract class PolicyProviderContract extends AllocationPolicyContract {
  /** For those who extend it. */
  protected PolicyProviderContract() {}

  /** The provider. */
  protected abstract PolicyProvider provider();

  /** The parts of the pruner around it: those it has when it is called by its bare name. */
  protected PruningParts pruningParts() {
    return provider().pruningParts();
  }

  @Override
  protected AllocationPolicy newPolicy(PolicySettings settings) {
    return provider().create(settings, pruningParts());
  }

  @Test
  public void saysWhatItIsInOneLine() {
    assertThat(provider().summary()).isNotBlank().doesNotContain("\n");
    assertThat(provider().source()).isNotBlank().doesNotContain("\n");
  }

  /** With every one, but for the name that another policy once had. */
  @Test
  public void isFoundByItsNameAndWithEverySuffix() {
    PolicyRegistry registry = PolicyRegistry.of(List.of(provider()));

    for (PruningParts parts : PruningParts.values()) {
      String name = provider().name() + parts.suffix();
      assertThat(registry.find(name).isPresent()).as(name).isEqualTo(!name.equals("JIT-D"));
    }
  }

  /** In {@code META-INF/services}, where commands look for providers, if there is such a file. */
  @Test
  public void servicesNameItAndNoProviderThatIsGone() {
    Class<?> own = provider().getClass();
    List<Class<? extends PolicyProvider>> named = named(own.getClassLoader());

    assertThat(named.isEmpty() || named.contains(own))
        .as(
            "META-INF/services names %s, and not %s; add it, or commands do not find it",
            named, own)
        .isTrue();
  }

  /**
   * The providers that files of services name.
   *
   * @throws java.util.ServiceConfigurationError if one is gone, or commands cannot make it
   */
  static List<Class<? extends PolicyProvider>> named(ClassLoader loader) {
    return ServiceLoader.load(PolicyProvider.class, loader).stream()
        .<Class<? extends PolicyProvider>>map(ServiceLoader.Provider::type)
        .toList();
  }

  @Test
  public void isNamedAsItIsCalled() {
    for (PruningParts parts : PruningParts.values()) {
      String suffix = parts == provider().pruningParts() ? "" : parts.suffix();

      assertThat(provider().create(PolicySettings.JOURNAL, parts).name())
          .isEqualTo(provider().name() + suffix);
    }
  }

  @Test
  public void makesANewPolicyEachTime() {
    assertThat(newPolicy(PolicySettings.THESIS)).isNotSameAs(newPolicy(PolicySettings.THESIS));
  }

  @Test
  public void keepsTheRulesWithAnyPartsOfThePruner() {
    for (PolicySettings settings : settings()) {
      for (PruningParts parts : PruningParts.values()) {
        play(settings, parts);
      }
    }
  }

  @Test
  public void saysOfEachParameterWhatItIs() {
    for (PolicyParameter<?> parameter : provider().parameters()) {
      assertThat(parameter.summary()).isNotBlank().doesNotContain("\n");
      assertThat(parameter.source()).isNotBlank().doesNotContain("\n");
    }
    assertThat(provider().parameters()).extracting(PolicyParameter::name).doesNotHaveDuplicates();
  }

  @Test
  public void keepsTheRulesAtTheEndsOfTheRangesOfItsParameters() {
    for (PolicyParameter<?> parameter : provider().parameters()) {
      playAtTheEndsOf(parameter);
    }
  }

  private <T> void playAtTheEndsOf(PolicyParameter<T> parameter) {
    assertThat(ParameterValues.DEFAULTS.get(parameter)).isEqualTo(parameter.byDefault());
    for (T value : parameter.extremes()) {
      ParameterValues values = ParameterValues.DEFAULTS.with(parameter, value);
      play(PolicySettings.JOURNAL.withParameters(values), pruningParts());
    }
  }

  private void play(PolicySettings settings, PruningParts parts) {
    TinyTrial trial = RandomTrials.ORDINARY.trial(1);
    AllocationPolicy policy = provider().create(settings, parts);
    ManualDriver.of(trial.system(), settings.rules(), policy).play(trial);
  }
}
