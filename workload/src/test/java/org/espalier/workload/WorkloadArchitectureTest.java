package org.espalier.workload;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What every class of this module must keep to. */
class WorkloadArchitectureTest {
  private static final JavaClasses WORKLOAD =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.espalier.workload");

  @Test
  void itKnowsTheCoreAndNoOtherModule() {
    classes()
        .that()
        .resideInAPackage("org.espalier.workload..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.espalier.workload..",
            "org.espalier.core..",
            "java..",
            "org.jspecify..",
            "org.snakeyaml..",
            "de.siegmar.fastcsv..",
            "tools.jackson..",
            "org.apache.commons.rng..",
            "org.apache.commons.statistics.distribution..")
        .check(WORKLOAD);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.espalier.workload.(*)..").should().beFreeOfCycles().check(WORKLOAD);
  }

  @Test
  void timeIsAnArgument() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(WORKLOAD);
  }

  @Test
  void randomnessIsAnArgument() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)")
        .check(WORKLOAD);
  }
}
