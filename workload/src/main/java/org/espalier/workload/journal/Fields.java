package org.espalier.workload.journal;

import java.util.List;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;

/**
 * What stands at the keys of a JSON object. What is missing, or is not of the kind that is asked
 * for, throws {@link IllegalArgumentException} with a message for people.
 */
final class Fields {
  private Fields() {}

  static JsonNode at(JsonNode object, String key) {
    JsonNode found = object.get(key);
    if (found == null) {
      throw new IllegalArgumentException("%s is missing".formatted(key));
    }
    return found;
  }

  static String textAt(JsonNode object, String key) {
    return text(at(object, key), key);
  }

  static String text(JsonNode node, String what) {
    if (!node.isString()) {
      throw new IllegalArgumentException("%s is no text".formatted(what));
    }
    return node.stringValue();
  }

  static long longAt(JsonNode object, String key) {
    JsonNode node = at(object, key);
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new IllegalArgumentException("%s is no whole number".formatted(key));
    }
    return node.longValue();
  }

  static int intAt(JsonNode object, String key) {
    long value = longAt(object, key);
    if (value != (int) value) {
      throw new IllegalArgumentException("%s is too large".formatted(key));
    }
    return (int) value;
  }

  /** A number, or the words that stand for infinite ones. */
  static double doubleAt(JsonNode object, String key) {
    JsonNode found = at(object, key);
    return switch (found.asString("")) {
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> number(found, key);
    };
  }

  static double number(JsonNode node, String what) {
    if (!node.isNumber()) {
      throw new IllegalArgumentException("%s is no number".formatted(what));
    }
    return node.doubleValue();
  }

  static boolean flagAt(JsonNode object, String key) {
    JsonNode found = at(object, key);
    if (!found.isBoolean()) {
      throw new IllegalArgumentException("%s is neither true nor false".formatted(key));
    }
    return found.booleanValue();
  }

  static List<JsonNode> listAt(JsonNode object, String key) {
    return list(at(object, key), key);
  }

  static List<JsonNode> list(JsonNode node, String what) {
    if (!node.isArray()) {
      throw new IllegalArgumentException("%s is no list".formatted(what));
    }
    return node.valueStream().toList();
  }

  /** A list of a known length. */
  static List<JsonNode> list(JsonNode node, int length, String what) {
    List<JsonNode> items = list(node, what);
    if (items.size() != length) {
      throw new IllegalArgumentException(
          "%s is a list of %s; expected %s".formatted(what, items.size(), length));
    }
    return items;
  }

  /** The constant of an enum whose word stands at a key. */
  static Object constant(JsonNode object, String key, Class<?> type) {
    String word = textAt(object, key);
    for (Object constant : type.getEnumConstants()) {
      if (Names.word((Enum<?>) constant).equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("%s is \"%s\", which is unknown".formatted(key, word));
  }
}
