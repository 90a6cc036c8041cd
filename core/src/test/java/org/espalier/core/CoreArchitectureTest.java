package org.espalier.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What every class of the core must keep to. */
class CoreArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.espalier.core");

  @Test
  void theCoreDependsOnTheJdkAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.espalier.core..", "java..", "org.jspecify..")
        .check(CORE);
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
        .check(CORE);
  }

  @Test
  void randomnessIsAnArgument() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)")
        .check(CORE);
  }
}
