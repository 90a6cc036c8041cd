package org.espalier.service.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.service.live.Faults;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.workload.document.JsonReason;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads requests for tasks from JSON and collects all that is wrong with them.
 *
 * <pre>{@code
 * {"type": "resize", "parameters": {"width": 640}, "deadline": "in 3 s", "key": "order-17"}
 * {"type": "resize", "deadline": "2030-01-31T12:00:00Z", "worth": 8}
 * {"type": "resize", "deadline": "in 5 min", "urgency": {"30 s": 1, "2 min": 0.5}}
 * }</pre>
 */
final class RequestReader {
  private static final Set<String> KEYS =
      Set.of("type", "parameters", "deadline", "key", "worth", "priority", "urgency");
  private static final Duration LATEST = Duration.ofDays(3660);
  private static final String TEXT_HINT = "expected a text";
  private static final String URGENCY_HINT =
      "expected a name, or shares by time, as {\"30 s\": 1, \"2 min\": 0.5}";
  private static final String DEADLINE_HINT =
      "expected \"in\" and a duration, for example \"in 3 s\", or a time, for example"
          + " \"2030-01-31T12:00:00Z\", at most ten years away";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // with all their digits
          .build();

  private final Faults faults = new Faults();

  /** Parses JSON, or throws a problem that says where it is none. */
  static JsonNode parse(byte[] body) {
    try {
      JsonNode json = MAPPER.readTree(body);
      if (json == null || json.isMissingNode()) {
        throw ProblemAnswer.invalid("", "the body is empty; expected JSON");
      }
      return json;
    } catch (JacksonException e) {
      throw ProblemAnswer.invalid(
          "",
          "the body is no JSON: %s (line %s, column %s)"
              .formatted(
                  JsonReason.of(e.getOriginalMessage()),
                  e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                  e.getLocation() == null ? 0 : e.getLocation().getColumnNr()));
    } catch (NumberFormatException beyondJackson) {
      throw ProblemAnswer.invalid(
          "", "the body has a number that is too large or too small to be read");
    }
  }

  /** The request or requests of a body; throws a problem with all faults. */
  static List<TaskRequest> read(JsonNode body) {
    RequestReader reader = new RequestReader();
    List<Optional<TaskRequest>> requests = new ArrayList<>();
    if (body.isArray()) {
      int index = 0;
      for (JsonNode item : body) {
        requests.add(reader.request(item, "/" + index++));
      }
    } else {
      requests.add(reader.request(body, ""));
    }
    if (!reader.faults.isEmpty()) {
      throw ProblemAnswer.invalid(reader.faults.list());
    }
    return requests.stream().map(Optional::orElseThrow).toList();
  }

  /** The keys of an object that are none of those known, each as a fault. */
  static List<Fault> unknownKeys(JsonNode json, Set<String> known, String pointer) {
    return json.propertyNames().stream()
        .filter(key -> !known.contains(key))
        .map(key -> new Fault(pointer + "/" + key, "unknown key; " + Names.remedy(key, known)))
        .toList();
  }

  private Optional<TaskRequest> request(JsonNode json, String pointer) {
    if (!json.isObject()) {
      fault(pointer, "is no object; expected {\"type\": ..., \"deadline\": ...}");
      return Optional.empty();
    }
    unknownKeys(json, KEYS, pointer).forEach(faults::add);
    Optional<String> type = text(json, "type", TEXT_HINT, pointer);
    Map<String, String> parameters = parameters(json, pointer);
    Optional<String> key =
        json.has("key") ? text(json, "key", TEXT_HINT, pointer) : Optional.empty();
    Optional<TaskRequest.Deadline> deadline =
        text(json, "deadline", DEADLINE_HINT, pointer)
            .flatMap(text -> deadline(text, pointer + "/deadline"));
    Optional<TaskRequest.Worth> worth = worth(json, pointer);
    Optional<String> urgency = urgency(json, pointer);
    if (type.isEmpty() || deadline.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskRequest(
            new Submission(type.get(), parameters, key), deadline.get(), worth, urgency));
  }

  /** A name, or points, as the text of these. */
  private Optional<String> urgency(JsonNode json, String pointer) {
    JsonNode points = json.get("urgency");
    if (points == null) {
      return Optional.empty();
    }
    if (!points.isObject() || points.isEmpty()) {
      return text(json, "urgency", URGENCY_HINT, pointer);
    }
    points.forEachEntry((time, share) -> {
      if (!share.isNumber() || Quantities.duration(time).isEmpty()) {
        fault(pointer + "/urgency/" + time, "value %s; %s".formatted(shown(share), URGENCY_HINT));
      }
    });
    return Optional.of(
        points
            .propertyStream()
            .filter(point -> point.getValue().isNumber())
            .map(point -> point.getKey() + ": " + point.getValue().doubleValue())
            .collect(Collectors.joining(", ")));
  }

  private Optional<TaskRequest.Worth> worth(JsonNode json, String pointer) {
    JsonNode number = json.get("worth");
    if (json.has("priority")) {
      if (number != null) {
        fault(pointer + "/worth", "stands beside a priority; give one of the two");
      }
      return text(json, "priority", TEXT_HINT, pointer).map(TaskRequest.Priority::new);
    }
    if (number != null && !number.isNumber()) {
      fault(pointer + "/worth", "value %s; expected a number".formatted(shown(number)));
    }
    return Optional.ofNullable(number)
        .filter(JsonNode::isNumber)
        .map(value -> new TaskRequest.Of(value.decimalValue().doubleValue()));
  }

  /** What a header says that a task is worth: a number, or the name of a priority. */
  static TaskRequest.Worth worth(String text) {
    OptionalDouble number = Numbers.real(text);
    return number.isPresent()
        ? new TaskRequest.Of(number.getAsDouble())
        : new TaskRequest.Priority(text);
  }

  private Optional<String> text(JsonNode json, String key, String expected, String pointer) {
    JsonNode value = json.get(key);
    if (value == null) {
      fault(pointer + "/" + key, "missing; " + expected);
    } else if (!value.isString() || value.stringValue().isBlank()) {
      fault(pointer + "/" + key, "value %s; %s".formatted(shown(value), expected));
    } else {
      return Optional.of(value.stringValue());
    }
    return Optional.empty();
  }

  private static String shown(JsonNode value) {
    return cut(value.toString());
  }

  private static String cut(String text) {
    return text.length() > 60 ? text.substring(0, 60) + "..." : text;
  }

  private Map<String, String> parameters(JsonNode json, String pointer) {
    Map<String, String> parameters = new TreeMap<>();
    JsonNode object = json.get("parameters");
    if (object == null) {
      return parameters;
    }
    if (!object.isObject()) {
      fault(pointer + "/parameters", "value %s; expected an object".formatted(shown(object)));
      return parameters;
    }
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      JsonNode value = entry.getValue();
      if (value.isString() || value.isNumber() || value.isBoolean()) {
        parameters.put(entry.getKey(), value.asString());
      } else {
        fault(
            pointer + "/parameters/" + entry.getKey(),
            "value %s; expected a text, a number, true or false".formatted(shown(value)));
      }
    }
    return parameters;
  }

  private Optional<TaskRequest.Deadline> deadline(String text, String pointer) {
    Optional<TaskRequest.Deadline> deadline =
        text.startsWith("in ") ? in(text.substring(3).strip()) : at(text);
    if (deadline.isEmpty()) {
      fault(pointer, "value \"%s\"; %s".formatted(cut(text), DEADLINE_HINT));
    }
    return deadline;
  }

  /** A deadline as a header says it: a duration, or a time; empty if it is neither. */
  static Optional<TaskRequest.Deadline> deadline(String text) {
    String span = text.startsWith("in ") ? text.substring(3) : text;
    return in(span.strip()).or(() -> at(text));
  }

  private static Optional<TaskRequest.Deadline> in(String text) {
    return Quantities.duration(text)
        .filter(duration -> duration.compareTo(LATEST) <= 0)
        .map(TaskRequest.In::new);
  }

  private static Optional<TaskRequest.Deadline> at(String text) {
    try {
      Instant time = Instant.parse(text);
      Duration ahead = Duration.between(Instant.now(), time);
      boolean isLeapSecond = text.contains(":60"); // taken for the one before, which is early
      boolean sane = ahead.abs().compareTo(LATEST) <= 0 && !isLeapSecond;
      return sane ? Optional.of(new TaskRequest.At(time)) : Optional.empty();
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private void fault(String pointer, String detail) {
    faults.add(new Fault(pointer, detail));
  }
}
