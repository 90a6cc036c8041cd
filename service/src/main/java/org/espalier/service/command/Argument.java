package org.espalier.service.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One argument of a template, cut into literal text and parameters.
 *
 * @param pieces in order
 */
record Argument(List<Piece> pieces) {
  private static final Pattern PIECE =
      Pattern.compile("\\{\\{|}}|\\{([^{}]*)}|[^{}]+", Pattern.DOTALL);

  /**
   * Literal text, or the place of a parameter.
   *
   * @param text the text, or the parameter's name
   */
  record Piece(String text, boolean isParameter) {}

  /** Reads an argument; empty if a brace stands alone. */
  static Optional<Argument> parse(String template) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = PIECE.matcher(template);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      pieces.add(piece(matcher));
      end = matcher.end();
    }
    return end == template.length() ? Optional.of(new Argument(pieces)) : Optional.empty();
  }

  private static Piece piece(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Piece(matcher.group(1), true);
    }
    return switch (matcher.group()) {
      case "{{" -> new Piece("{", false);
      case "}}" -> new Piece("}", false);
      default -> new Piece(matcher.group(), false);
    };
  }

  /** Names of its parameters. */
  List<String> parameters() {
    return pieces.stream().filter(Piece::isParameter).map(Piece::text).toList();
  }

  /** The argument with values, which are not looked at again. */
  String expand(Map<String, String> expanded) {
    StringBuilder argument = new StringBuilder();
    for (Piece piece : pieces) {
      argument.append(piece.isParameter() ? expanded.getOrDefault(piece.text(), "") : piece.text());
    }
    return argument.toString();
  }

  /** The parameter whose value is at the beginning of the argument, if it is not literal text. */
  Optional<String> first(Map<String, String> expanded) {
    return pieces.stream()
        .filter(piece -> !piece.isParameter() || !expanded.getOrDefault(piece.text(), "").isEmpty())
        .findFirst()
        .filter(Piece::isParameter)
        .map(Piece::text);
  }
}
