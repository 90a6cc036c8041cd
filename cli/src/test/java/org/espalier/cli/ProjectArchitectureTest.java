package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A package is a room that one can keep in mind: few classes, and few of them that can only be
 * understood together. A nested type belongs to its file, and a sealed type and its kinds are one.
 */
class ProjectArchitectureTest {
  private static final String ROOT = "org.espalier.";
  private static final int MOST_IN_A_CIRCLE = 3;
  private static final int MOST_IN_A_PACKAGE = 40;

  /** By class, those that it knows. */
  private static final Map<String, Set<String>> KNOWN_BY = new TreeMap<>();

  /** Of classes of others only the names matter, so these are not read. */
  @BeforeAll
  static void lookAtAllClasses() {
    ArchConfiguration.withThreadLocalScope(reading -> {
      reading.setResolveMissingDependenciesFromClassPath(false);
      lookAt(
          new ClassFileImporter()
              .withImportOption(new ImportOption.DoNotIncludeTests())
              .withImportOption(location -> !location.contains("/test/"))
              .importPackages("org.espalier"));
    });
  }

  private static void lookAt(JavaClasses classes) {
    for (JavaClass each : classes) {
      Set<String> known = KNOWN_BY.computeIfAbsent(outer(each), name -> new TreeSet<>());
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (target.getName().startsWith(ROOT) && !isKind(target, each)) {
          known.add(outer(target));
        }
      }
    }
    KNOWN_BY.forEach((name, known) -> known.remove(name));
  }

  private static String outer(JavaClass each) {
    String name = each.getName();
    int nested = name.indexOf('$');
    return (nested < 0 ? name : name.substring(0, nested)).substring(ROOT.length());
  }

  /** Whether a class is one of those that a sealed type permits. */
  private static boolean isKind(JavaClass each, JavaClass sealed) {
    Class<?>[] kinds = sealed.reflect().getPermittedSubclasses();
    return kinds != null && Arrays.asList(kinds).contains(each.reflect());
  }

  @Test
  void noMoreThanThreeClassesFormACircle() {
    assertThat(new Circles(KNOWN_BY).of(MOST_IN_A_CIRCLE + 1))
        .as("circles of more than %d classes", MOST_IN_A_CIRCLE)
        .isEmpty();
  }

  @Test
  void noPackageHoldsMoreThanFortyClasses() {
    Set<String> crowds =
        KNOWN_BY.keySet().stream()
            .filter(name -> !name.endsWith(".package-info"))
            .collect(
                Collectors.groupingBy(
                    name -> name.substring(0, name.lastIndexOf('.')), Collectors.counting()))
            .entrySet()
            .stream()
            .filter(entry -> entry.getValue() > MOST_IN_A_PACKAGE)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());

    assertThat(crowds).as("packages of more than %d classes", MOST_IN_A_PACKAGE).isEmpty();
  }

  /** The circles are found: a walk in two ways, a class left out that knows none back. */
  @Test
  void aCircleIsFound() {
    Map<String, Set<String>> known = new TreeMap<>();
    known.put("a", Set.of("b", "e"));
    known.put("b", Set.of("c"));
    known.put("c", Set.of("a", "d"));
    known.put("d", Set.of("c"));
    known.put("e", Set.of("f"));
    known.put("f", Set.of("e"));

    assertThat(new Circles(known).of(2))
        .containsExactlyInAnyOrder(Set.of("a", "b", "c", "d"), Set.of("e", "f"));
    assertThat(new Circles(known).of(3)).containsExactly(Set.of("a", "b", "c", "d"));
  }

  /** The strongly connected parts of a graph: reached from one of them there and back. */
  private static final class Circles {
    private final Map<String, Set<String>> known;
    private final Map<String, Set<String>> back = new HashMap<>();

    Circles(Map<String, Set<String>> known) {
      this.known = known;
      known.forEach((from, all) ->
          all.forEach(to -> back.computeIfAbsent(to, name -> new HashSet<>()).add(from)));
    }

    /** Those with so many classes at least. */
    List<Set<String>> of(int atLeast) {
      List<Set<String>> circles = new ArrayList<>();
      Set<String> seen = new HashSet<>();
      for (String name : known.keySet()) {
        if (!seen.contains(name)) {
          Set<String> circle = reached(name, known);
          circle.retainAll(reached(name, back));
          seen.addAll(circle);
          circles.add(circle);
        }
      }
      return circles.stream().filter(circle -> circle.size() >= atLeast).toList();
    }

    private static Set<String> reached(String from, Map<String, Set<String>> graph) {
      Set<String> reached = new TreeSet<>();
      Deque<String> next = new ArrayDeque<>(List.of(from));
      while (!next.isEmpty()) {
        String name = next.pop();
        if (reached.add(name)) {
          Collection<String> further = graph.getOrDefault(name, Set.of());
          next.addAll(further);
        }
      }
      return reached;
    }
  }
}
