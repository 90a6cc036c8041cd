package org.espalier.simulator.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the simulator must keep to so that a trial is a function of its scenario and its seed. */
class EngineArchitectureTest {
  private static final JavaClasses SIMULATOR =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.espalier.simulator");

  @Test
  void virtualTimeIsTheOnlyTimeOfTheEngine() {
    noClasses()
        .that()
        .resideInAPackage("org.espalier.simulator.engine..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Date.class)
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.time\\.(Local|Zoned|Offset).*")
        .check(SIMULATOR);
  }

  @Test
  void noRandomNumberComesFromAnywhereButASeed() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(Random.class)
        .orShould()
        .callConstructor(java.util.SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.concurrent\\.ThreadLocalRandom|java\\.security\\..*Random")
        .check(SIMULATOR);
  }
}
