package org.espalier.service.http;

import java.util.List;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Fault;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is wrong with a request, answered as problem JSON (RFC 9457) with all faults in {@code
 * errors}.
 */
final class ProblemAnswer extends RuntimeException {
  static final String MEDIA_TYPE = "application/problem+json";

  private final int status;
  private final String title;
  private final int retryAfter;
  private final transient List<Fault> faults;

  ProblemAnswer(int status, String title, String detail) {
    this(status, title, detail, 0, List.of());
  }

  /**
   * One with all that is known.
   *
   * @param retryAfter seconds after which it may be tried again; 0 if that is no use
   */
  ProblemAnswer(int status, String title, String detail, int retryAfter, List<Fault> faults) {
    super(detail);
    this.status = status;
    this.title = title;
    this.retryAfter = retryAfter;
    this.faults = faults;
  }

  /** A request that is wrong, with all that is wrong. */
  static ProblemAnswer invalid(List<Fault> faults) {
    return new ProblemAnswer(400, "Invalid request", "see errors; nothing was done", 0, faults);
  }

  /** A request that is wrong in one place. */
  static ProblemAnswer invalid(String pointer, String detail) {
    return invalid(List.of(new Fault(pointer, detail)));
  }

  static ProblemAnswer of(Refusal refusal) {
    String detail = String.valueOf(refusal.getMessage());
    return switch (refusal.reason()) {
      case INVALID -> new ProblemAnswer(400, "Invalid request", detail, 0, refusal.faults());
      case UNKNOWN -> new ProblemAnswer(404, "Not found", detail);
      case CONFLICT -> new ProblemAnswer(409, "Conflict", detail);
      case FULL -> new ProblemAnswer(429, "Batch queue full", detail, 1, List.of());
      case QUOTA -> new ProblemAnswer(429, "Quota", detail, refusal.retryAfter(), List.of());
      case UNAVAILABLE ->
          new ProblemAnswer(503, "Unavailable", detail, refusal.retryAfter(), List.of());
    };
  }

  int status() {
    return status;
  }

  int retryAfter() {
    return retryAfter;
  }

  byte[] bytes() {
    ObjectNode json =
        JsonMapper.shared()
            .createObjectNode()
            .put("type", "about:blank")
            .put("title", title)
            .put("status", status)
            .put("detail", getMessage());
    if (!faults.isEmpty()) {
      ArrayNode errors = json.putArray("errors");
      faults.forEach(fault ->
          errors.addObject().put("pointer", fault.pointer()).put("detail", fault.detail()));
    }
    return JsonMapper.shared().writeValueAsBytes(json);
  }
}
