package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.Http2Server;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.http.Certificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines that are one server of HTTP/2 over TLS: requests are streams of one connection. */
class Http2ServersTest {
  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines: {gpu: {url: "%s", stops: on-close}}
      task_types: {classify: {request: {path: /classify}, deadline: 600 s}}
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile Http2Server.Script script =
      exchange -> {
        exchange.begin();
        exchange.send("you said " + exchange.text(), true);
      };
  private Http2Server server;
  private LiveServer service;

  @BeforeEach
  void start() throws Exception {
    Certificates certificates = Certificates.make(directory);
    server = new Http2Server(certificates.owning(), exchange -> script.answer(exchange));
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: two\ntick: 1 ms\nmachines: [{type: gpu, count: 2}]\n"
            + "pet: {samples: times.csv, step: 10 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nclassify,gpu,0.02\n");
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url()));
    SSLContext usual = SSLContext.getDefault();
    SSLContext.setDefault(certificates.trusting());
    try {
      service = LiveServer.start(LiveFiles.read(live, PolicyRegistry.builtIn()).value());
    } finally {
      SSLContext.setDefault(usual);
    }
  }

  @AfterEach
  void stop() {
    service.close();
    server.close();
    http.shutdownNow();
  }

  private HttpRequest request(String body) {
    return HttpRequest.newBuilder(URI.create(service.address() + "/v1/invoke/classify"))
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  private String invoke(String body) throws IOException, InterruptedException {
    return http.send(request(body), BodyHandlers.ofString()).body();
  }

  @Test
  void requestsOfSeveralMachinesShareAConnection() throws Exception {
    String large = "x".repeat(300_000); // more than the window of a stream
    assertThat(invoke(large)).isEqualTo("you said " + large);
    CountDownLatch both = new CountDownLatch(2);
    script =
        exchange -> {
          both.countDown();
          both.await();
          exchange.begin();
          exchange.send(exchange.text(), true);
        };
    CompletableFuture<HttpResponse<String>> one =
        http.sendAsync(request("one"), BodyHandlers.ofString());

    assertThat(invoke("other")).isEqualTo("other");
    assertThat(one.get().body()).isEqualTo("one");
    assertThat(server.protocols()).containsExactly("h2");
  }

  @Test
  void anAnswerThatStreamsComesAsItIsMade() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    script =
        exchange -> {
          exchange.begin();
          exchange.send("first", false);
          seen.await();
          exchange.send("last", true);
        };
    HttpResponse<InputStream> answer = http.send(request("x"), BodyHandlers.ofInputStream());

    assertThat(answer.body().readNBytes(5)).isEqualTo("first".getBytes(StandardCharsets.UTF_8));
    seen.countDown();
    assertThat(answer.body().readAllBytes()).isEqualTo("last".getBytes(StandardCharsets.UTF_8));
  }

  /** One that is given up is reset; the connection goes on. */
  @Test
  void whoHangsUpHasHisStreamResetAndNothingElse() throws Exception {
    CountDownLatch came = new CountDownLatch(1);
    Http2Server.Script usual = script;
    script = exchange -> came.countDown();
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request("x"), BodyHandlers.ofString());
    came.await();
    answer.cancel(true);

    await().until(() -> server.exchanges().getFirst().isReset());
    script = usual;
    assertThat(invoke("next")).isEqualTo("you said next");
    assertThat(server.protocols()).hasSize(1);
  }

  @Test
  void aConnectionThatBreaksLosesWhatWasSentAndNothingGoesTwice() throws Exception {
    script =
        exchange -> {
          throw new IOException("breaks off");
        };
    HttpResponse<String> lost = http.send(request("x"), BodyHandlers.ofString());

    assertThat(lost.statusCode()).isEqualTo(502);
    assertThat(lost.body()).contains("no whole answer came from " + server.url());
    assertThat(server.exchanges()).hasSize(1);
  }
}
