package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.junit.jupiter.api.Test;

/** The registry is told whole, and each of its names in detail. */
final class PoliciesCommandTest {
  @Test
  void listsEveryPolicyWithItsSource() {
    Cli cli = Cli.run("policies");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    for (PolicyProvider policy : PolicyRegistry.builtIn().providers()) {
      assertThat(cli.lines())
          .anySatisfy(
              line -> assertThat(line).startsWith(policy.name() + " ").contains(policy.source()));
    }
    assertThat(cli.out()).contains("-P ", "-D ", "-Drop ");
  }

  @Test
  void tellsAllAboutEveryName() {
    for (String name : PolicyRegistry.builtIn().names()) {
      Cli cli = Cli.run("policies", name);
      assertThat(cli.status()).isEqualTo(ExitCode.OK);
      assertThat(cli.lines().getFirst()).matches("name +" + name);
    }
  }

  @Test
  void unknownNameIsAnsweredWithTheNearest() {
    Cli cli = Cli.run("policies", "PAMM");
    assertThat(cli.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("there is no policy PAMM; did you mean PAM?");
  }

  @Test
  void completionScriptNamesTheCommands() {
    Cli cli = Cli.run("completion");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    assertThat(cli.out()).contains("complete -F _complete_espalier").contains("policies");
  }

  @Test
  void everyCommandShowsAnExample() {
    Espalier.commandLine()
        .getSubcommands()
        .keySet()
        .forEach(name -> assertThat(Cli.run(name, "--help").out()).contains("Example"));
    assertThat(Cli.run("pet", "build", "--help").out()).contains("Examples");
  }
}
