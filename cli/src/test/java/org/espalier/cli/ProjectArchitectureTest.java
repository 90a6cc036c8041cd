package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A package is a room that one can keep in mind: few classes, and few of them that can only be
 * understood together. A nested type belongs to its file, and a sealed type and its kinds are one.
 */
class ProjectArchitectureTest {
  private static final int MOST_IN_A_CIRCLE = 3;
  private static final int MOST_IN_A_PACKAGE = 40;

  /** By class, those that it knows. */
  private static final Map<String, Set<String>> KNOWN_BY = new TreeMap<>();

  /** Names of classes stand as texts in a class file, alone and in descriptors and signatures. */
  private static final Pattern NAME = Pattern.compile("org/espalier/[\\w/$]+");

  @BeforeAll
  static void lookAtAllClasses() throws IOException {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
        lookAtAll(path);
      } else if (Files.isRegularFile(path)) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          lookAtAll(jar.getPath("/"));
        }
      }
    }
    KNOWN_BY.forEach((name, known) -> {
      known.retainAll(KNOWN_BY.keySet());
      known.remove(name);
    });
  }

  private static void lookAtAll(Path root) throws IOException {
    Path ours = root.resolve("org/espalier");
    if (Files.exists(ours)) {
      try (Stream<Path> files = Files.walk(ours)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          lookAt(ClassFile.of().parse(Files.readAllBytes(file)));
        }
      }
    }
  }

  private static void lookAt(ClassModel each) {
    Set<String> known =
        KNOWN_BY.computeIfAbsent(outer(each.thisClass().asInternalName()), name -> new TreeSet<>());
    Set<String> kinds =
        each.findAttribute(Attributes.permittedSubclasses()).stream()
            .flatMap(permitted -> permitted.permittedSubclasses().stream())
            .map(ClassEntry::asInternalName)
            .collect(Collectors.toSet());
    for (PoolEntry entry : each.constantPool()) {
      if (entry instanceof Utf8Entry text) {
        Matcher names = NAME.matcher(text.stringValue());
        while (names.find()) {
          if (!kinds.contains(names.group())) {
            known.add(outer(names.group()));
          }
        }
      }
    }
  }

  /** The outermost class of one, without the root of all. */
  private static String outer(String name) {
    int nested = name.indexOf('$');
    return name.substring("org/espalier/".length(), nested < 0 ? name.length() : nested)
        .replace('/', '.');
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
