package org.espalier.service.tracing;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a trace.
 *
 * @param trace 32 hexadecimal digits
 * @param id 16 hexadecimal digits
 * @param parent the same, of the span that it is a part of; empty if there is none
 * @param attributes texts, and numbers
 * @param error why its task came to nothing; empty if it did not
 */
record Span(
    String trace,
    String id,
    String parent,
    String name,
    Instant start,
    Instant end,
    Map<String, Object> attributes,
    String error) {
  private static final int INTERNAL = 1;
  private static final int ERROR = 2;

  /** As OTLP writes it in JSON (OpenTelemetry protocol 1.0, JSON Protobuf encoding). */
  ObjectNode json() {
    ObjectNode json =
        JsonMapper.shared()
            .createObjectNode()
            .put("traceId", trace)
            .put("spanId", id)
            .put("parentSpanId", parent)
            .put("name", name)
            .put("kind", INTERNAL)
            .put("startTimeUnixNano", nanos(start))
            .put("endTimeUnixNano", nanos(end));
    put(attributes, json);
    if (!error.isEmpty()) {
      json.putObject("status").put("code", ERROR).put("message", error);
    }
    return json;
  }

  private static String nanos(Instant time) {
    return Long.toString(Duration.between(Instant.EPOCH, time).toNanos());
  }

  static void put(Map<String, Object> attributes, ObjectNode json) {
    ArrayNode list = json.putArray("attributes");
    attributes.forEach((key, value) -> {
      ObjectNode typed = list.addObject().put("key", key).putObject("value");
      switch (value) {
        case Double number -> typed.put("doubleValue", number);
        case Integer number -> typed.put("intValue", number.toString());
        default -> typed.put("stringValue", value.toString());
      }
    });
  }
}
