package org.espalier.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** Reports are drawn for every module, and the same data gives the same page. */
class ReportArchitectureTest {
  private static final ModuleRules REPORT = ModuleRules.of("org.espalier.report");

  @Test
  void theModuleKnowsNoOther() {
    REPORT.hold(
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveNameMatching("org\\.espalier\\.(?!report\\.).*"));
  }

  @Test
  void statisticsKnowNothingOfTheReport() {
    REPORT.hold(
        noClasses()
            .that()
            .resideInAPackage("org.espalier.report.statistics")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.espalier.report"));
  }

  @Test
  void noTimeAndNoNumberComesFromTheMachineThatRuns() {
    REPORT.timeIsAnArgument();
    REPORT.randomnessIsAnArgument();
  }
}
