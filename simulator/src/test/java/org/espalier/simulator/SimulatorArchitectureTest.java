package org.espalier.simulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What each package of the simulator may know of the others. */
class SimulatorArchitectureTest {
  private static final String ROOT = "org.espalier.simulator.";
  private static final ModuleRules SIMULATOR = ModuleRules.of("org.espalier.simulator");

  /** From trial to table: each package knows only those before it. */
  private static final List<String> ORDER =
      List.of("engine", "bound", "column", "study", "run", "checkpoint", "result", "tuning");

  @Test
  void packagesHaveNoCycles() {
    SIMULATOR.packagesHaveNoCycles();
  }

  @Test
  void packagesKnowOnlyThoseBeforeThem() {
    SIMULATOR.packagesKnowOnlyThoseBefore(ORDER);
  }

  /** An experiment is described without a word of threads, clocks or files of results. */
  @Test
  void nothingButTheRunnerStartsThreads() {
    SIMULATOR.hold(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "run..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent"));
  }
}
