package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Overview;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The journal: exported whole as JSON lines, and followed as server-sent events.
 *
 * <p>A follower is a place in the journal, not a queue, so a slow one costs no memory: it gets what
 * it has missed when it is ready for it, and after a break it goes on behind its last event.
 */
final class JournalApi {
  private static final String AFTER = "after";
  private static final int CHUNK = 1000;

  /** Entries of an event at most: whoever does not read holds one in memory. */
  private static final int OF_EVENT = 100;

  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  private final LiveScheduler service;
  private final StateJson state;
  private final Followers followers;
  private @Nullable Shown lastShown;

  /** What a follower may want to hear of. */
  private enum EventKind {
    ENTRIES,
    OVERVIEW
  }

  /** An overview with its text, which is made once for all followers. */
  private record Shown(Overview overview, String text) {}

  JournalApi(LiveScheduler service, Followers followers) {
    this.service = service;
    this.state = new StateJson(service, service.timeline());
    this.followers = followers;
  }

  List<Route> routes() {
    return List.of(
        journal(service::journal),
        Route.read("/v1/events", this::follow)
            .with(
                Stream.concat(Stream.of(AFTER, "events"), Stream.of(TaskEvents.QUERY))
                    .toArray(String[]::new)));
  }

  /** Gives entries of the journal after a sequence number. */
  interface Entries {
    List<JournalLine> after(long sequence, int limit);
  }

  /** The path of the journal as a file. */
  static Route journal(Entries entries) {
    return Route.read("/v1/journal", exchange -> export(entries, exchange)).with(AFTER);
  }

  /**
   * The journal as a journal file; from where it can be replayed, unless a number is given. Not
   * closed after a failure, so that a part is not taken for the whole.
   */
  private static void export(Entries entries, Exchange exchange) throws IOException {
    Optional<Long> given = exchange.query(AFTER).map(JournalApi::sequence);
    long after = given.orElse(0L);
    OptionalLong first = OptionalLong.empty();
    List<JournalLine> lines = entries.after(after, CHUNK);
    exchange.response().header(HeaderNames.CONTENT_TYPE, "application/x-ndjson");
    OutputStream out = exchange.response().outputStream();
    for (; !lines.isEmpty(); lines = entries.after(after, CHUNK)) {
      boolean begun = given.isPresent() || first.isPresent();
      List<JournalLine> told =
          begun ? lines : lines.stream().dropWhile(line -> !line.isBeginning()).toList();
      if (!begun) {
        first = told.stream().mapToLong(JournalLine::sequence).findFirst();
      } else if (first.isPresent()) {
        checkIsKept(first.getAsLong(), entries);
      }
      StringBuilder text = new StringBuilder();
      told.forEach(line -> text.append(line.json()).append('\n'));
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      after = lines.getLast().sequence();
    }
    out.close();
  }

  /** A beginning is forgotten before what follows it; then the answer is cut off. */
  private static void checkIsKept(long beginning, Entries entries) throws IOException {
    List<JournalLine> lines = entries.after(beginning - 1, 1);
    if (lines.isEmpty() || lines.getFirst().sequence() != beginning) {
      throw new IOException("the beginning of the journal was forgotten while it was sent");
    }
  }

  private static long sequence(String text) {
    try {
      return Math.max(0, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw ProblemAnswer.invalid(
          "?" + AFTER, "value \"%s\"; expected the number of an event".formatted(text));
    }
  }

  /**
   * Events: "entries", each a list of journal entries, and "overview", about twice a second, or
   * once where there are many machines. Of some tasks only: "task", an entry with names.
   */
  private void follow(Exchange exchange) throws IOException, InterruptedException {
    Optional<TaskEvents> tasks = TaskEvents.wanted(service, exchange);
    Set<EventKind> wanted = exchange.constants("events", EventKind.values(), Names::word);
    if (wanted.isEmpty()) {
      wanted = tasks.isPresent() ? Set.of(EventKind.ENTRIES) : EnumSet.allOf(EventKind.class);
    }
    Optional<String> last = exchange.header(Headers.LAST_EVENT_ID).or(() -> exchange.query(AFTER));
    boolean fromFirst = tasks.filter(TaskEvents::isOfOneTask).isPresent();
    long after =
        last.map(JournalApi::sequence)
            .orElseGet(() -> fromFirst ? 0 : service.overview().sequence());
    try (var _ = followers.take();
        OutputStream out = events(exchange)) {
      if (!exchange.isForHead()) {
        send(out, after, wanted, tasks);
      }
    }
  }

  private static OutputStream events(Exchange exchange) {
    return exchange
        .response()
        .header(HeaderNames.CONTENT_TYPE, "text/event-stream")
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .header(HeaderValues.CONNECTION_CLOSE)
        .outputStream();
  }

  private void send(OutputStream out, long first, Set<EventKind> wanted, Optional<TaskEvents> tasks)
      throws IOException, InterruptedException {
    long after = first;
    long shown = -1;
    out.write("retry: 500\n\n".getBytes(StandardCharsets.US_ASCII));
    long end = System.nanoTime() + followers.longest().toNanos();
    while (System.nanoTime() - end < 0) {
      if (wanted.contains(EventKind.OVERVIEW)) {
        shown = sendOverview(out, shown);
      }
      OptionalLong news = service.awaitJournal(after, HEARTBEAT);
      if (news.isEmpty()) {
        out.write(": still here\n\n".getBytes(StandardCharsets.US_ASCII));
      } else {
        after =
            !wanted.contains(EventKind.ENTRIES)
                ? news.getAsLong()
                : tasks.isEmpty()
                    ? sendEntries(out, after)
                    : sendTasks(out, after, news.getAsLong(), tasks.get());
      }
      out.flush();
      if (!wanted.contains(EventKind.ENTRIES) || after >= news.orElse(after)) {
        Thread.sleep(100); // whoever is behind catches up at once
      }
    }
  }

  /** Sends the overview if it is newer than the one that was sent last, by its time. */
  private long sendOverview(OutputStream out, long last) throws IOException {
    Overview overview = service.overview();
    if (overview.time() != last) {
      event(out, "overview", "", text(overview));
    }
    return overview.time();
  }

  @SuppressWarnings(
      "ReferenceEquality") // the service hands out the same one until there is another
  private synchronized String text(Overview overview) {
    Shown shown = lastShown;
    if (shown == null || shown.overview() != overview) {
      shown = new Shown(overview, state.overview(overview).toString());
      lastShown = shown;
    }
    return shown.text();
  }

  private long sendEntries(OutputStream out, long after) throws IOException {
    List<JournalLine> lines = service.journal(after, OF_EVENT);
    if (lines.isEmpty()) {
      return after;
    }
    long last = lines.getLast().sequence();
    String data = lines.stream().map(JournalLine::json).collect(Collectors.joining(",", "[", "]"));
    event(out, "entries", Long.toString(last), data);
    return last;
  }

  /** Sends the entries about tasks that are wanted, each as an event. */
  private static long sendTasks(OutputStream out, long after, long news, TaskEvents tasks)
      throws IOException {
    List<JournalLine> lines = tasks.after(after);
    for (JournalLine line : lines) {
      Optional<ObjectNode> data = tasks.named(line);
      if (data.isPresent()) {
        event(out, "task", Long.toString(line.sequence()), data.get().toString());
      }
    }
    long last = lines.isEmpty() ? after : lines.getLast().sequence();
    return tasks.isOfOneTask() ? Math.max(news, last) : last;
  }

  private static void event(OutputStream out, String name, String id, String data)
      throws IOException {
    String idLine = id.isEmpty() ? "" : "id: " + id + "\n";
    out.write(
        "event: %s\n%sdata: %s\n\n".formatted(name, idLine, data).getBytes(StandardCharsets.UTF_8));
  }
}
