package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.espalier.service.live.LiveService;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code /v1/backup}: the whole store in one file; {@code /v1/release}: what a copy holds. */
final class BackupApi {
  private final LiveService service;
  private final Semaphore turn = new Semaphore(1);

  BackupApi(LiveService service) {
    this.service = service;
  }

  List<Route> routes() {
    return List.of(
        Route.of(Method.POST, "/v1/backup", Role.OPERATE, this::backup),
        Route.of(Method.POST, "/v1/release", Role.OPERATE, this::release));
  }

  private void release(Exchange exchange) {
    List<Integer> tasks = exchange.queries("tasks").stream().map(BackupApi::id).toList();
    ArrayNode released = JsonMapper.shared().createArrayNode();
    service.release(tasks).forEach(released::add);
    exchange.answer(200, JsonMapper.shared().createObjectNode().set("released", released));
  }

  private static int id(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw ProblemAnswer.invalid(
          "?tasks", "value \"%s\"; expected numbers of tasks".formatted(text));
    }
  }

  private void backup(Exchange exchange) throws IOException {
    boolean outputs = exchange.flag("outputs");
    if (!turn.tryAcquire()) {
      throw new ProblemAnswer(503, "Busy", "another backup is being made; try again", 5, List.of());
    }
    exchange.response().header(HeaderNames.CONTENT_TYPE, "application/zip");
    try {
      OutputStream out = exchange.response().outputStream();
      service.backup(outputs, out);
      out.close(); // not after a failure, so that the answer is not taken for a whole one
    } finally {
      turn.release();
    }
  }
}
