package org.espalier.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.SplittableRandom;
import org.espalier.core.pmf.DroppingScope;
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
        .resideInAnyPackage(
            "org.espalier.core..", "java..", "com.sun.management..", "org.jspecify..")
        .check(CORE);
  }

  @Test
  void theModuleRequiresNothingAtRunTime() throws URISyntaxException {
    URI classes = DroppingScope.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    ModuleDescriptor module =
        ModuleFinder.of(Path.of(classes)).find("org.espalier.core").orElseThrow().descriptor();

    assertThat(module.requires())
        .filteredOn(required -> !required.modifiers().contains(Modifier.STATIC))
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactly("java.base");
  }

  @Test
  void packagesKnowOnlyWhatLiesBelowThem() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("pmf")
        .definedBy("org.espalier.core.pmf..")
        .layer("model")
        .definedBy("org.espalier.core.model..")
        .layer("allocation")
        .definedBy("org.espalier.core.allocation..")
        .layer("heuristic")
        .definedBy("org.espalier.core.heuristic..")
        .layer("pruning")
        .definedBy("org.espalier.core.pruning..")
        .layer("registry")
        .definedBy("org.espalier.core.registry..")
        .whereLayer("registry")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("pruning")
        .mayOnlyBeAccessedByLayers("registry")
        .whereLayer("heuristic")
        .mayOnlyBeAccessedByLayers("pruning", "registry")
        .whereLayer("allocation")
        .mayOnlyBeAccessedByLayers("heuristic", "pruning", "registry")
        .whereLayer("model")
        .mayOnlyBeAccessedByLayers("allocation", "heuristic", "pruning", "registry")
        .check(CORE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.espalier.core.(*)..").should().beFreeOfCycles().check(CORE);
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
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Date.class)
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.time\\.(Local|Zoned|Offset|Year).*")
        .check(CORE);
  }

  @Test
  void randomnessIsAnArgument() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)|java\\.security\\..*Random")
        .orShould()
        .callConstructor(SplittableRandom.class)
        .check(CORE);
  }

  @Test
  void nothingIsPrinted() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CORE);
  }
}
