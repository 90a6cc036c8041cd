package org.espalier.cli;

import java.util.List;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What the packages of the command line may know of each other. */
class CommandLineArchitectureTest {
  private static final ModuleRules CLI = ModuleRules.of("org.espalier.cli");

  @Test
  void packagesHaveNoCycles() {
    CLI.packagesHaveNoCycles();
  }

  /** Each package knows only those before it, in one order of the families and in the opposite. */
  @Test
  void familiesKnowWhatAllShareButNotOneAnother() {
    CLI.packagesKnowOnlyThoseBefore(
        List.of("terminal", "files", "study", "inputs", "tradeoff", "profile", "live"));
    CLI.packagesKnowOnlyThoseBefore(
        List.of("terminal", "files", "live", "profile", "tradeoff", "inputs", "study"));
  }
}
