package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.live.LiveTask;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;

/**
 * {@code /v1/tasks/{id}/output}: what the command of a task has written, in its last run. It is
 * sent as plain text that no browser takes for a page, since anybody who may submit decides what it
 * is. A command that writes nothing for a while is not followed on, since its follower may be gone.
 */
record OutputApi(LiveScheduler service, Followers followers) {
  private static final int BLOCK = 1 << 16;
  private static final long POLL_MILLIS = 200;

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

  List<Route> routes() {
    return List.of(
        Route.read("/v1/tasks/{id}/output", this::output)
            .with("channel", "follow", "from", "last"));
  }

  private void output(Exchange exchange) throws IOException, InterruptedException {
    LiveTask task = exchange.task(service::task);
    OutputChannel channel =
        exchange
            .constant("channel", OutputChannel.values(), Names::word)
            .orElse(OutputChannel.STDOUT);
    if (exchange.flag("follow") && !exchange.isForHead()) {
      follow(task, channel, exchange.count("from"), exchange);
    } else {
      send(task, channel, exchange);
    }
  }

  private Optional<OutputPart> read(LiveTask task, OutputChannel channel, long from) {
    LaunchId run = new LaunchId(task.id(), Math.max(1, task.attempts()));
    return service.output(run, channel, from, BLOCK);
  }

  private void send(LiveTask task, OutputChannel channel, Exchange exchange) throws IOException {
    long size = read(task, channel, 0).orElseThrow(() -> none(task)).size();
    long first = Math.max(0, size - exchange.count("last").orElse(size));
    ServerResponse response =
        headers(TEXT, exchange.response())
            .header(HeaderNames.CONTENT_LENGTH, Long.toString(size - first));
    OutputStream out = response.outputStream();
    copy(task, channel, first, size, out);
    out.close();
  }

  /**
   * What is taken away meanwhile to make room leaves the answer too short, which clients notice.
   */
  private void copy(LiveTask task, OutputChannel channel, long first, long end, OutputStream out)
      throws IOException {
    long at = first;
    while (at < end) {
      byte[] bytes = read(task, channel, at).map(OutputPart::bytes).orElse(new byte[0]);
      if (bytes.length == 0) {
        throw new IOException("the output of task %s is gone".formatted(task.id()));
      }
      int length = (int) Math.min(bytes.length, end - at);
      out.write(bytes, 0, length);
      at += length;
    }
  }

  /** With the headers of what anybody who may submit decides. */
  static ServerResponse headers(String type, ServerResponse response) {
    return response
        .header(HeaderNames.CONTENT_TYPE, type)
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .header(Headers.CONTENT_TYPE_OPTIONS, "nosniff")
        .header(Headers.CONTENT_SECURITY_POLICY, POLICY);
  }

  private static ProblemAnswer none(LiveTask task) {
    String why =
        task.attempts() == 0
            ? "its command has not begun"
            : "its output is not kept, or had to make room; see output and kept_output in the live"
                + " file";
    return new ProblemAnswer(
        404, "No output", "there is no output of task %s: %s".formatted(task.id(), why));
  }

  private void follow(LiveTask task, OutputChannel channel, OptionalLong from, Exchange exchange)
      throws IOException, InterruptedException {
    if (task.ending().isPresent() && read(task, channel, 0).isEmpty()) {
      throw none(task);
    }
    try (var _ = followers.take()) {
      OutputStream out =
          headers(TEXT, exchange.response()).header(HeaderValues.CONNECTION_CLOSE).outputStream();
      out.flush();
      follow(task, channel, from.orElse(0), out);
      out.close();
    }
  }

  /** Sends what is written until the run that is followed is over, and all that wrote is sent. */
  private void follow(LiveTask task, OutputChannel channel, long first, OutputStream out)
      throws IOException, InterruptedException {
    long mostSilentPolls = Math.max(1, followers.longest().toMillis() / POLL_MILLIS);
    int attempt = Math.max(1, task.attempts());
    long at = first;
    long silent = 0;
    while (silent < mostSilentPolls) {
      boolean over = isOver(task.id(), attempt);
      byte[] bytes = read(task, channel, at).map(OutputPart::bytes).orElse(new byte[0]);
      if (bytes.length > 0) {
        out.write(bytes);
        out.flush();
        at += bytes.length;
        silent = 0;
      } else if (over) {
        return;
      } else {
        silent++;
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private boolean isOver(long task, int attempt) {
    return service
        .task(task)
        .map(now -> now.ending().isPresent() || now.attempts() > attempt)
        .orElse(true);
  }
}
