package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service that has stopped deciding, and can still be reached. */
class CeasedServiceTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);

  @Test
  @Timeout(120)
  void whoWaitsForAnAnswerHearsThatThereIsNone() throws Exception {
    LiveScheduler scheduler = LiveFixtures.start(LiveFixtures.store(), "MM", 20, false);
    try (ApiServer server =
            ApiServer.start(SETTINGS, SETTINGS.listen(), scheduler, _ -> true, new NoUpkeep());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.address() + "/v1/invoke/type-0?ms=endless"))
              .header("Deadline", "600 s")
              .POST(BodyPublishers.noBody())
              .build();
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(request, BodyHandlers.ofString());
      await().until(() -> scheduler.task(0).isPresent());

      scheduler.close();

      assertThat(answer.join().statusCode()).isEqualTo(503);
      assertThat(answer.join().body()).contains("the service has stopped deciding");
    }
  }
}
