package org.espalier.workload.journal;

import java.util.List;
import org.espalier.core.model.Arguments;
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
    Arguments.refuse(!node.isString(), "%s is no text", what);
    return node.stringValue();
  }

  static long longAt(JsonNode object, String key) {
    JsonNode node = at(object, key);
    Arguments.refuse(
        !node.isIntegralNumber() || !node.canConvertToLong(), "%s is no whole number", key);
    return node.longValue();
  }

  static int intAt(JsonNode object, String key) {
    long value = longAt(object, key);
    Arguments.refuse(value != (int) value, "%s is too large", key);
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
    Arguments.refuse(!node.isNumber(), "%s is no number", what);
    return node.doubleValue();
  }

  static boolean flagAt(JsonNode object, String key) {
    JsonNode found = at(object, key);
    Arguments.refuse(!found.isBoolean(), "%s is neither true nor false", key);
    return found.booleanValue();
  }

  static List<JsonNode> listAt(JsonNode object, String key) {
    return list(at(object, key), key);
  }

  static List<JsonNode> list(JsonNode node, String what) {
    Arguments.refuse(!node.isArray(), "%s is no list", what);
    return node.valueStream().toList();
  }

  /** A list of a known length. */
  static List<JsonNode> list(JsonNode node, int length, String what) {
    List<JsonNode> items = list(node, what);
    Arguments.refuse(
        items.size() != length, "%s is a list of %s; expected %s", what, items.size(), length);
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
