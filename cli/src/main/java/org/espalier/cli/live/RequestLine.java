package org.espalier.cli.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.JsonReason;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.LineReader;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request for a task in a file of JSON lines.
 *
 * @param number of the line, from 1
 * @param request with a key
 */
record RequestLine(int number, ObjectNode request) {
  private static final String REMEDY =
      "expected one object a line, as {\"type\": ..., \"deadline\": ...}";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // with all their digits
          .build();

  /**
   * All of a file, blank lines passed over.
   *
   * @param key begins the keys of those that have none, and the line's number ends them
   * @throws org.espalier.workload.document.InvalidInputException if any line is no JSON in UTF-8
   */
  static List<RequestLine> readAll(Path file, String key) {
    List<RequestLine> all = new ArrayList<>();
    Problems problems = new Problems();
    FileProblems own = problems.in(file);
    try (LineReader lines = new LineReader(file, Integer.MAX_VALUE)) {
      lines.forEachNotBlank((line, number) -> read(line, number, key, all, own));
    } catch (IOException e) {
      own.report(e);
    }
    problems.throwIfAny();
    return all;
  }

  private static void read(
      String line, int number, String key, List<RequestLine> all, FileProblems problems) {
    try {
      JsonNode json = MAPPER.readTree(line);
      if (!(json instanceof ObjectNode request)) {
        problems.report(number, "", line, "is no object", REMEDY);
        return;
      }
      if (!request.has("key")) {
        request.put("key", key + ":" + number);
      }
      all.add(new RequestLine(number, request));
    } catch (JacksonException e) {
      String reason = JsonReason.of(e.getOriginalMessage());
      problems.report(number, "", line, "is no JSON: " + reason, REMEDY);
    }
  }
}
