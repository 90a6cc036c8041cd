package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Connections that are idle, slow or too many, over sockets. */
class ConnectionLimitsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String GET = "GET /v1/timeline HTTP/1.1\r\nHost: localhost\r\n";
  private static final String POST =
      "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n";

  private final LiveScheduler scheduler =
      LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
  private final List<Socket> sockets = new ArrayList<>();
  private ApiServer server;

  private void serve(TimeLimits limits) {
    serve(100, limits, Optional.empty());
  }

  private void serve(int connections, TimeLimits limits, Optional<HttpSettings.TlsFiles> tls) {
    HttpSettings settings =
        new HttpSettings(
            "127.0.0.1",
            0,
            new Tokens(List.of()),
            tls,
            false,
            new HttpSettings.Limits(1 << 20, 0, connections, 1000, 256L << 20));
    server =
        new ApiServer(settings, settings.listen(), scheduler, _ -> true, new NoUpkeep(), limits);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
    scheduler.close();
  }

  private Socket connect(String text) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.address()).getPort());
    socket.setSoTimeout(30_000);
    sockets.add(socket);
    send(socket, text);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** All that comes until the service closes the connection. */
  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What comes first, of an answer that does not close. */
  private static String first(Socket socket) throws IOException {
    byte[] some = new byte[4000];
    int length = socket.getInputStream().read(some);
    return new String(some, 0, Math.max(0, length), StandardCharsets.UTF_8);
  }

  private static void assertProblem(String answer, int status) {
    assertThat(answer).startsWith("HTTP/1.1 " + status).contains("application/problem+json");
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat(JsonMapper.shared().readTree(body).get("status").asInt()).isEqualTo(status);
  }

  @Test
  void aConnectionThatNeverAsksIsClosed() throws Exception {
    serve(new TimeLimits(LONG, SHORT, LONG, LONG, LONG));
    assertThat(rest(connect(""))).isEmpty();
  }

  @Test
  void overTlsToo(@TempDir Path directory) throws Exception {
    serve(
        100,
        new TimeLimits(LONG, SHORT, LONG, LONG, LONG),
        Optional.of(Certificates.make(directory).files()));
    assertThat(rest(connect(""))).isEmpty();
    assertThat(rest(connect("\u0016\u0003\u0001"))).as("half a greeting").isEmpty();
  }

  @Test
  void anIdleConnectionIsClosedAndAUsedOneIsNot() throws Exception {
    serve(new TimeLimits(SHORT, LONG, LONG, LONG, LONG));
    Socket socket = connect(GET + "\r\n");
    assertThat(first(socket)).startsWith("HTTP/1.1 200");
    assertThat(rest(socket)).isEmpty();
  }

  @Test
  void headersThatTakeTooLongAreAnsweredAsAProblem() throws Exception {
    serve(new TimeLimits(LONG, SHORT, LONG, LONG, LONG));
    assertProblem(rest(connect(GET + "X: ")), 408);
    Socket second = connect(GET + "\r\n");
    assertThat(first(second)).startsWith("HTTP/1.1 200");
    send(second, "GET /v1");
    assertProblem(rest(second), 408);
  }

  @Test
  void aBodyThatTakesTooLongIsAnsweredAsAProblem() throws Exception {
    serve(new TimeLimits(LONG, LONG, SHORT, LONG, LONG));
    String json = POST.formatted("application/json");
    assertProblem(rest(connect(json + "Content-Length: 9999\r\n\r\n[")), 408);
    assertProblem(rest(connect(json + "Transfer-Encoding: chunked\r\n\r\n5\r\n[")), 408);
  }

  @Test
  void aBodyOverTheLimitIsRefusedAtOnceAndItsRestIsNoRequest() throws Exception {
    serve(new TimeLimits(LONG, LONG, LONG, LONG, LONG));
    String json = POST.formatted("application/json");
    int size = 3 << 20;
    assertProblem(rest(connect(json + "Content-Length: " + size + "\r\n\r\n[")), 413);
    assertProblem(
        rest(connect(json + "Expect: 100-continue\r\nContent-Length: " + size + "\r\n\r\n")), 413);
    assertProblem(
        rest(connect(json + "Content-Length: " + size + "\r\n\r\n" + "\n".repeat(size))), 413);
    String chunk = "100000\r\n" + " ".repeat(1 << 20) + "\r\n";
    assertProblem(
        rest(connect(json + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(3))), 413);
  }

  @Test
  void theHeadOfAnAnswerIsToldWithoutItsBody() throws Exception {
    serve(new TimeLimits(LONG, LONG, LONG, LONG, LONG));
    for (String path : List.of("/v1/timeline", "/", "/readyz", "/v1/tasks/99", "/v1/none")) {
      String head = "HEAD %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path);
      String get = head.replace("HEAD", "GET").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
      String whole = rest(connect(get));
      String both = rest(connect(head + get));
      String answer = both.substring(0, both.lastIndexOf("HTTP/1.1 "));
      assertThat(answer).endsWith("\r\n\r\n").startsWith(whole.substring(0, 12));
      assertThat(header(answer, "Content-Length")).isEqualTo(header(whole, "Content-Length"));
    }
    assertThat(rest(connect("HEAD /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")))
        .startsWith("HTTP/1.1 200")
        .endsWith("\r\n\r\n");
  }

  private static List<String> header(String answer, String name) {
    return answer.lines().filter(line -> line.startsWith(name)).limit(1).toList();
  }

  @Test
  void whoDoesNotReadAnAnswerIsDropped() throws Exception {
    serve(new TimeLimits(LONG, LONG, LONG, SHORT, LONG));
    Socket socket = connect("");
    boolean isDropped = false;
    try {
      while (!isDropped) {
        send(socket, (GET.replace("/v1/timeline", "/openapi.json") + "\r\n").repeat(10));
      }
    } catch (IOException dropped) {
      isDropped = true;
    }
    assertThat(isDropped).isTrue();
  }

  @Test
  void eventsAreSentForAWhileThenAskedForAgain() throws Exception {
    serve(new TimeLimits(LONG, LONG, LONG, LONG, Duration.ofSeconds(1)));
    String events = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assertThat(rest(connect(events))).contains("event: overview").endsWith("0\r\n\r\n");
  }

  @Test
  void whoAsksForItToBeClosedIsClosed() throws Exception {
    serve(new TimeLimits(LONG, LONG, LONG, LONG, LONG));
    assertThat(rest(connect(GET + "Connection: close\r\n\r\n"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void whereThereIsNoRoomTheOneThatIsIdleLongestGoes() throws Exception {
    serve(10, new TimeLimits(LONG, LONG, LONG, LONG, LONG), Optional.empty());
    Socket known = connect(GET + "\r\n");
    assertThat(first(known)).startsWith("HTTP/1.1 200");
    Socket oldest = connect("");
    Socket follower = connect("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(first(follower)).as("so the one before it is known too").startsWith("HTTP/1.1 200");
    send(known, GET + "\r\n");
    assertThat(first(known)).as("later than all others").startsWith("HTTP/1.1 200");
    for (int i = 0; i < 8; i++) {
      connect(i % 2 == 0 ? "" : GET);
    }
    assertThat(rest(oldest)).isEmpty();
    send(known, GET + "\r\n");
    assertThat(first(known)).startsWith("HTTP/1.1 200");
    for (int i = 0; i < 100; i++) {
      connect(i % 2 == 0 ? "" : GET);
    }
    assertThat(first(connect(GET + "\r\n"))).startsWith("HTTP/1.1 200");
    assertThat(first(follower)).as("what is served is not closed").isNotEmpty();
  }

  @Test
  void whereAllAreServedANewOneIsRefused() throws Exception {
    serve(2, new TimeLimits(LONG, LONG, LONG, LONG, LONG), Optional.empty());
    Socket follower = connect("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(first(follower)).startsWith("HTTP/1.1 200");
    String page = GET.replace("/v1/timeline", "/openapi.json") + "\r\n";
    Socket deaf = connect(page.repeat(200)); // the answers are more than the kernel keeps
    assertThat(first(deaf)).startsWith("HTTP/1.1 200");
    Thread.sleep(500);

    assertProblem(rest(connect("")), 503);
  }

  @Test
  void whatTheLibraryRefusesIsAProblemToo() throws Exception {
    serve(TimeLimits.USUAL);
    assertProblem(rest(connect("GET /v1/timeline HTTP/1.1\r\n\r\n")), 400);
    assertProblem(rest(connect("nonsense\r\n\r\n")), 400);
    assertProblem(rest(connect(GET.replace("timeline", "%zz") + "\r\n")), 400);
    assertProblem(rest(connect(GET + "Content-Length: x\r\n\r\n")), 400);
    assertProblem(rest(connect(GET + "X: " + "x".repeat(100_000) + "\r\n\r\n")), 400);
  }
}
