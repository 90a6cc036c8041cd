package org.espalier.core;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What every class of the core must keep to. */
class CoreArchitectureTest {

  private static final ModuleRules RULES = ModuleRules.of("org.espalier.core");

  @Test
  void theCoreDependsOnTheJdkAlone() {
    RULES.dependOnlyOn("com.sun.management..");
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
    RULES.hold(
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
            .mayOnlyBeAccessedByLayers("allocation", "heuristic", "pruning", "registry"));
  }

  @Test
  void packagesHaveNoCycles() {
    RULES.packagesHaveNoCycles();
  }

  @Test
  void timeIsAnArgument() {
    RULES.timeIsAnArgument();
  }

  @Test
  void randomnessIsAnArgument() {
    RULES.randomnessIsAnArgument();
  }

  @Test
  void nothingIsPrinted() {
    RULES.nothingIsPrinted();
  }
}
