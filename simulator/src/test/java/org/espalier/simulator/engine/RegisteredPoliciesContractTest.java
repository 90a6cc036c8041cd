package org.espalier.simulator.engine;

import java.util.List;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every registered policy by its bare name; a suffix changes its pruner and nothing of itself. */
@ParameterizedClass
@MethodSource("policies")
class RegisteredPoliciesContractTest extends DrivenPolicyContract {
  @Parameter String name;

  static List<String> policies() {
    return PolicyRegistry.builtIn().providers().stream().map(PolicyProvider::name).toList();
  }

  @Override
  String name() {
    return name;
  }
}
