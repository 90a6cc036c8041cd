package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ExitCode;

/** The registry is told whole, and each of its names in detail. */
final class PoliciesCommandTest {
  @Test
  void listsEveryPolicyWithItsSource() {
    CommandRun cli = CommandRun.of("policies");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    for (PolicyProvider policy : PolicyRegistry.builtIn().providers()) {
      assertThat(cli.lines())
          .anySatisfy(line ->
              assertThat(line).startsWith("  " + policy.name() + " ").contains(policy.source()));
    }
    assertThat(cli.out()).contains("-P ", "-D ", "-Drop ", "dropping=proactive", "toggle_lambda");
    assertThat(cli.lines()).contains("Espalier's own", "Others");
  }

  @Test
  void tellsAllAboutEveryName() {
    for (String name : PolicyRegistry.builtIn().names()) {
      CommandRun cli = CommandRun.of("policies", name);
      assertThat(cli.status()).isEqualTo(ExitCode.OK);
      assertThat(cli.lines().getFirst()).matches("name +" + name);
    }
  }

  @Test
  void tellsTheParametersAndTheOptionsThatAreRead() {
    CommandRun moc = CommandRun.of("policies", "MOC");

    assertThat(moc.out())
        .containsPattern("alpha +0.3 +chance of success below which")
        .containsPattern("values:\\s+a\\s+number\\s+from\\s+0\\s+to\\s+1\\s+\\(THESIS")
        .containsPattern("permuted +3 +most robust pairs")
        .contains("{policy: MOC, alpha: 0.3}, or MOC.alpha")
        .contains("first_phase")
        .doesNotContain("toggle", "deferring_threshold");
    assertThat(CommandRun.of("policies", "MCT").out())
        .contains("queue_capacity", "approximate_crop")
        .doesNotContain("first_phase", "fairness_factor", "parameter");
    assertThat(CommandRun.of("policies", "MCT-D").out())
        .contains("deferring_step", "fairness_factor")
        .doesNotContain("toggle");
    assertThat(CommandRun.of("policies", "PUM").out())
        .contains("toggle", "threshold  0.3")
        .doesNotContain("deferring_threshold");
  }

  @Test
  void unknownNameIsAnsweredWithTheNearest() {
    CommandRun cli = CommandRun.of("policies", "PAMM");
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("there is no policy PAMM; did you mean PAM?");
  }

  @Test
  void aWordOfTheSourcesLeadsToItsSetting() {
    assertThat(CommandRun.of("policies", "beta").err())
        .contains("it is what the sources call the setting improvement_factor")
        .doesNotContain("known:");
  }
}
