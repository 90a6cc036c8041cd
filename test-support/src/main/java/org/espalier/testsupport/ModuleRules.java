package org.espalier.testsupport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Rules of architecture, held against the production classes of a package and those below it. */
public final class ModuleRules {
  /** By package, since to read classes takes long. */
  private static final Map<String, ModuleRules> READ = new ConcurrentHashMap<>();

  private final String root;
  private final JavaClasses production;

  private ModuleRules(String root) {
    this.root = root;
    this.production =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(root);
  }

  /** The rules for a package and those below it. */
  public static ModuleRules of(String root) {
    return READ.computeIfAbsent(root, ModuleRules::new);
  }

  /** Holds the classes to a rule of the module's own. */
  public void hold(ArchRule rule) {
    rule.check(production);
  }

  /** They depend on one another, the JDK, the annotations of JSpecify and these packages. */
  public void dependOnlyOn(String... packages) {
    hold(
        classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                Stream.concat(
                        Stream.of(root + "..", "java..", "org.jspecify.."), Stream.of(packages))
                    .toArray(String[]::new)));
  }

  /** The packages right below the root, each with those below it, form no circle. */
  public void packagesHaveNoCycles() {
    hold(slices().matching(root + ".(*)..").should().beFreeOfCycles());
  }

  /** The packages right below the root that are named know only those named before them. */
  public void packagesKnowOnlyThoseBefore(List<String> order) {
    for (int place = 0; place + 1 < order.size(); place++) {
      String[] later =
          order.subList(place + 1, order.size()).stream()
              .map(name -> "%s.%s..".formatted(root, name))
              .toArray(String[]::new);
      hold(
          noClasses()
              .that()
              .resideInAPackage("%s.%s..".formatted(root, order.get(place)))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(later));
    }
  }

  /** No class asks what time it is. */
  public void timeIsAnArgument() {
    hold(
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
            .areAssignableTo(Date.class));
    hold(
        noClasses()
            .that()
            .haveNameNotMatching(
                ".*\\.(CivilTime|CalendarUnit|TimeText)") // told the zone that is meant
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.time\\.(Local|Zoned|Offset|Year).*"));
  }

  /** No class draws a random number that does not follow from a seed. */
  public void randomnessIsAnArgument() {
    hold(
        noClasses()
            .should()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(SplittableRandom.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("java\\.security\\..*Random"));
  }

  /** No class writes to standard output or standard error. */
  public void nothingIsPrinted() {
    hold(
        noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err"));
  }
}
