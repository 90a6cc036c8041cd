package org.espalier.workload.document;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the user set on the command line, {@code key=value[,value...]}, as small documents. A value
 * may be a {@link ValueRange}.
 */
public final class Assignments {
  /** Has one value, which may have commas. */
  private static final String BASELINE = "baseline";

  private final Map<String, DocumentNode> nodes = new LinkedHashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Problems problems = new Problems();
  private int reported;

  /** The assignments of some texts. What is wrong with one is told by {@link #reportTo}. */
  public Assignments(List<String> texts) {
    texts.forEach(this::add);
  }

  private void add(String text) {
    int equals = text.indexOf('=');
    String key = equals < 0 ? text.strip() : text.substring(0, equals).strip();
    if (equals < 1 || equals == text.length() - 1) {
      report(text, key, "is no setting", "write --set key=value or key=value,value");
    } else if (nodes.containsKey(key)) {
      report(text, key, "is set twice", "give all values in one --set, parted by commas");
    } else {
      String value = text.substring(equals + 1);
      texts.put(key, text);
      put(key, key.equals(BASELINE) ? List.of(value.strip()) : values(value, Set.of()));
    }
  }

  private static List<String> values(String value, Collection<String> names) {
    return Names.parted(value, names).stream()
        .flatMap(part -> names.contains(part) ? Stream.of(part) : ValueRange.values(part).stream())
        .toList();
  }

  /** One value as a scalar, several as a list. */
  private void put(String key, List<String> values) {
    String text = texts.getOrDefault(key, key);
    String list = values.stream().map(YamlText::quoted).collect(Collectors.joining(", "));
    String document = YamlText.quoted(key) + ": " + (values.size() == 1 ? list : "[" + list + "]");
    Document.parse(document, path(text), problems).ifPresent(node -> nodes.put(key, node));
  }

  /** Lets a key have names for values that may have commas, before anything asks for it. */
  public void allow(String key, Collection<String> names) {
    String text = texts.get(key);
    if (text != null && nodes.containsKey(key)) {
      put(key, values(text.substring(text.indexOf('=') + 1), names));
    }
  }

  /** Names the place of problems, as if it were a file. */
  private static Path path(String text) {
    try {
      return Path.of("--set " + text);
    } catch (InvalidPathException e) {
      return Path.of("--set");
    }
  }

  private void report(String text, String key, String message, String remedy) {
    problems.add(new Problem(path(text), 0, key, "", message, remedy));
  }

  /** The document that sets a key. */
  public Optional<DocumentNode> find(String key) {
    return Optional.ofNullable(nodes.get(key));
  }

  /** The first of some keys that is set. */
  public Optional<String> firstSet(List<String> keys) {
    return keys.stream().filter(nodes::containsKey).findFirst();
  }

  /** Whether a key is set to several values. */
  public boolean hasSeveral(String key) {
    return find(key).filter(node -> node.node(key).find().orElseThrow().isList()).isPresent();
  }

  /** The keys that are set, in order. */
  public List<String> keys() {
    return List.copyOf(nodes.keySet());
  }

  /**
   * Adds what was found wrong with them since the last call to other problems; what they set has no
   * lines.
   */
  public void reportTo(Problems all) {
    List<Problem> found = problems.listed();
    for (Problem problem : found.subList(reported, found.size())) {
      all.add(
          new Problem(
              problem.file(),
              0,
              problem.path(),
              problem.value(),
              problem.message(),
              problem.remedy() + rangeHint(problem)));
    }
    reported = found.size();
  }

  private static String rangeHint(Problem problem) {
    boolean isNumber = problem.remedy().matches("expected a (whole )?number.*");
    return isNumber ? ValueRange.hint(problem.value()) : "";
  }

  /**
   * Reports the keys that a study does not know.
   *
   * @param remedy what to do about one
   */
  public void rejectUnknown(Collection<String> known, UnaryOperator<String> remedy) {
    nodes.forEach((key, node) -> {
      if (!known.contains(key)) {
        String message = "is no axis or setting of the study";
        problems.add(new Problem(node.file(), 0, key, "", message, remedy.apply(key)));
      }
    });
  }
}
