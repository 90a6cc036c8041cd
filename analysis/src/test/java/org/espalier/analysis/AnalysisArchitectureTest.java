package org.espalier.analysis;

import java.util.List;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What each package of the analysis may know of the others. */
class AnalysisArchitectureTest {
  private static final ModuleRules ANALYSIS = ModuleRules.of("org.espalier.analysis");

  /** From problem to report: each package knows only those before it. */
  private static final List<String> ORDER =
      List.of(
          "problem",
          "front",
          "bound",
          "rounding",
          "seed",
          "sweep",
          "nsga2",
          "stochastic",
          "study",
          "run",
          "result");

  @Test
  void packagesHaveNoCycles() {
    ANALYSIS.packagesHaveNoCycles();
  }

  @Test
  void packagesKnowOnlyThoseBeforeThem() {
    ANALYSIS.packagesKnowOnlyThoseBefore(ORDER);
  }
}
