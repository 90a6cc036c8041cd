package org.espalier.profiler.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/** Reads commands, and puts values in the place of {@code {parameter}} in their words. */
final class PlanCommands {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_-]*)\\}");

  private PlanCommands() {}

  /** The command at a key, if there is one: a list of words, or a line for the shell. */
  static Optional<List<String>> read(DocumentNode node, String key) {
    return node.node(key).find().flatMap(PlanCommands::read);
  }

  /** The command at a key, which is reported if it is missing. */
  static List<String> required(DocumentNode node, String key) {
    return node.node(key).required().flatMap(PlanCommands::read).orElse(List.of("true"));
  }

  private static Optional<List<String>> read(DocumentNode node) {
    if (node.isScalar()) {
      return node.asString().find().map(line -> List.of("sh", "-c", line.strip()));
    }
    List<String> words = DocumentNode.texts(node.asList().orElse(List.of()));
    if (node.isList() && words.isEmpty()) {
      node.report("has no words", "write a list of words, or a line for the shell");
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  /** Reports words in braces that are nearly parameters. */
  static void checkNames(DocumentNode node, List<String> words, List<String> parameters) {
    words.stream()
        .flatMap(word -> PLACEHOLDER.matcher(word).results())
        .map(placeholder -> placeholder.group(1))
        .filter(name -> !parameters.contains(name))
        .forEach(name ->
            Names.nearest(name, parameters)
                .ifPresent(near ->
                    node.report("has no parameter " + name, "did you mean {%s}?".formatted(near))));
  }

  /** A text with the values of parameters; other words in braces stay. */
  static String filled(String text, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(values.getOrDefault(match.group(1), match.group())));
  }

  /** Words with the values of parameters. */
  static List<String> filled(List<String> words, Map<String, String> values) {
    return words.stream().map(word -> filled(word, values)).toList();
  }
}
