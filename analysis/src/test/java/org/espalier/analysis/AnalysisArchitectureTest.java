package org.espalier.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What each package of the analysis may know of the others. */
class AnalysisArchitectureTest {
  private static final String ROOT = "org.espalier.analysis.";
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
          "whatif",
          "result");

  @Test
  void packagesHaveNoCycles() {
    ANALYSIS.packagesHaveNoCycles();
  }

  @Test
  void packagesKnowOnlyThoseBeforeThem() {
    for (int place = 0; place + 1 < ORDER.size(); place++) {
      String[] later =
          ORDER.subList(place + 1, ORDER.size()).stream()
              .map(name -> ROOT + name + "..")
              .toArray(String[]::new);
      ANALYSIS.hold(
          noClasses()
              .that()
              .resideInAPackage(ROOT + ORDER.get(place) + "..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(later));
    }
  }
}
