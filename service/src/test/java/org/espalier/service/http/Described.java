package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds answers to the schemas of the API's description. */
final class Described {
  private Described() {}

  static void check(JsonNode value, JsonNode schema, JsonNode description, String where) {
    if (schema.has("$ref")) {
      String name = schema.get("$ref").asString().replaceFirst(".*/", "");
      check(value, description.get("components").get("schemas").get(name), description, where);
      return;
    }
    if (schema.has("oneOf")) {
      long fitting =
          schema.get("oneOf").valueStream().filter(one -> fits(value, one, description)).count();
      assertThat(fitting).as("how many forms fit %s: %s", where, value).isEqualTo(1);
      return;
    }
    if (schema.path("type").isArray()) { // of one type, or null
      assertThat(schema.get("type").get(1).asString()).as(where).isEqualTo("null");
      if (!value.isNull()) {
        ObjectNode other = ((ObjectNode) schema).deepCopy();
        check(value, other.set("type", schema.get("type").get(0)), description, where);
      }
      return;
    }
    switch (schema.path("type").asString()) {
      case "object" -> object(value, schema, description, where);
      case "array" -> {
        assertThat(value.isArray()).as(where).isTrue();
        for (JsonNode item : value) {
          check(item, schema.get("items"), description, where + "[]");
        }
      }
      case "string" -> {
        assertThat(value.isString()).as("%s: %s", where, value).isTrue();
        if (schema.has("enum")) {
          assertThat(schema.get("enum").valueStream().map(JsonNode::asString))
              .as(where)
              .contains(value.asString());
        }
      }
      case "integer" -> assertThat(value.isIntegralNumber()).as(where).isTrue();
      case "number" -> assertThat(value.isNumber()).as(where).isTrue();
      case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
      default -> throw new AssertionError("no type at " + where + ": " + schema);
    }
  }

  private static boolean fits(JsonNode value, JsonNode schema, JsonNode description) {
    try {
      check(value, schema, description, "");
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  private static void object(JsonNode value, JsonNode schema, JsonNode description, String where) {
    assertThat(value.isObject()).as(where).isTrue();
    JsonNode more = schema.get("additionalProperties");
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      JsonNode known = schema.path("properties").get(entry.getKey());
      String place = where + "." + entry.getKey();
      if (known != null) {
        check(entry.getValue(), known, description, place);
      } else if (more != null && more.isObject()) {
        check(entry.getValue(), more, description, place);
      } else {
        assertThat(more != null && more.asBoolean()).as(place + " is not described").isTrue();
      }
    }
    for (JsonNode required : schema.path("required")) {
      assertThat(value.has(required.asString())).as("%s.%s", where, required).isTrue();
    }
  }
}
