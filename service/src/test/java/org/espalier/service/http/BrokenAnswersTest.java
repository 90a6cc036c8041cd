package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An answer that cannot go on once it has begun breaks off; it does not end as if it were whole.
 */
class BrokenAnswersTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);
  private static final String LINE = "{\"event\":\"began\"}";
  private static final List<RuntimeException> FAULTS =
      List.of(
          new Refusal(Refusal.Reason.UNAVAILABLE, "the store does not answer"),
          new IllegalStateException("a fault of the program"),
          new UncheckedIOException(new IOException("the disk does not answer")));

  private static HttpResponse<String> ask(Route route) throws Exception {
    List<Route> routes = List.of(route);
    try (ApiServer server =
            new ApiServer(
                new AtomicReference<>(SETTINGS),
                SETTINGS.listen(),
                routes,
                (_, response) -> response.send(),
                TimeLimits.USUAL);
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create(server.address() + route.path());
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
  }

  private static Route journal(int whole, RuntimeException fault) {
    return JournalApi.journal((after, _) -> {
      if (after >= whole) {
        throw fault;
      }
      return List.of(new JournalLine(after + 1, 0, JournalLine.NO_TASK, LINE));
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aJournalThatCannotBeReadOnBreaksOff(int fault) {
    Route route = journal(3, FAULTS.get(fault));

    assertThatThrownBy(() -> ask(route)).isInstanceOf(IOException.class);
  }

  @Test
  void aJournalWhoseBeginningIsForgottenBreaksOff() {
    Route route =
        JournalApi.journal(
            (after, _) -> List.of(new JournalLine(after + 2, 0, JournalLine.NO_TASK, LINE)));

    assertThatThrownBy(() -> ask(route)).isInstanceOf(IOException.class);
  }

  @Test
  void aJournalThatCannotBeReadAtAllIsRefusedWithTheReason() throws Exception {
    HttpResponse<String> answer = ask(journal(0, FAULTS.getFirst()));

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("the store does not answer");
  }

  @Test
  void whateverIsStreamedBreaksOffWhereItsSourceFails() {
    Route route =
        Route.read(
            "/file",
            exchange -> {
              OutputStream out = exchange.response().outputStream();
              out.write(new byte[100]);
              throw new IOException("a file that cannot be read on");
            });

    assertThatThrownBy(() -> ask(route)).isInstanceOf(IOException.class);
  }
}
