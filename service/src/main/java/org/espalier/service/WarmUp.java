package org.espalier.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.ServerSettings.Server;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.files.PrivateFiles;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.scheduling.Commands;
import org.espalier.service.servers.ServerBackend;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes invocations quick before any counts: a process that has just begun is slow. A twin of the
 * service, with a store of its own in a temporary directory and servers that answer at once, takes
 * invocations until they become no quicker.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int CLIENTS = 8;

  /** Invocations of each client in a round. */
  private static final int ROUND = 50;

  /** A round is quicker than those before if it takes less than this share of the quickest. */
  private static final double QUICKER = 0.9;

  /** So many rounds that are no quicker are enough. */
  private static final int ENOUGH = 5;

  private static final byte[] ANSWER = {'{', '}'};

  private final LiveSettings settings;
  private final List<String> types;
  private @Nullable CompletableFuture<Void> work;

  /** Makes all that a service does quick, by a twin that is asked whether it is ready. */
  static void ofAll(LiveSettings settings) {
    inDirectory(
        "the service could not be made quick before it takes over",
        directory -> {
          try (LiveServer twin = LiveServer.start(settings.twin(directory.resolve("twin")));
              HttpClient client = HttpClient.newHttpClient()) {
            URI ready = URI.create(twin.address() + "/readyz");
            HttpRequest request = HttpRequest.newBuilder(ready).build();
            LOG.info("warm: {}", client.send(request, BodyHandlers.ofString()).body());
          }
        });
  }

  private interface Work {
    void in(Path directory) throws IOException, InterruptedException;
  }

  /** Does something in a directory that is gone after it; what fails is logged. */
  private static void inDirectory(String failure, Work work) {
    try {
      Path directory = Files.createTempDirectory("espalier-warm-up-");
      try {
        work.in(directory);
      } finally {
        PrivateFiles.delete(directory);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn(failure, e);
    }
  }

  /**
   * That of a service, which does nothing where no task type takes invocations as they are, without
   * parameters.
   */
  WarmUp(LiveSettings settings) {
    this.settings = settings;
    Commands commands = settings.scheduler().commands();
    this.types =
        commands.views().stream()
            .map(TaskTypeView::name)
            .filter(commands::takesBody)
            .filter(type ->
                commands.faults(new Submission(type, Map.of(), Optional.empty()), "").isEmpty())
            .toList();
  }

  /** Begins if it has not begun; whether it is over within a time. */
  synchronized boolean isOver(Duration patience) {
    CompletableFuture<Void> begun = work;
    if (begun == null) {
      begun = types.isEmpty() ? CompletableFuture.completedFuture(null) : begin();
      work = begun;
    }
    try {
      begun.get(Math.max(0, patience.toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private CompletableFuture<Void> begin() {
    return CompletableFuture.runAsync(
        () -> inDirectory("invocations could not be made quick before they count", this::inTwin),
        work -> Thread.ofPlatform().daemon().name("warm-up").start(work));
  }

  private void inTwin(Path directory) throws IOException, InterruptedException {
    HttpServer servers =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        LiveServer twin =
            LiveServer.start(
                settings.twin(directory.resolve("twin")),
                (owner, listener) ->
                    new ServerBackend(machines(servers.getAddress().getPort()), owner, listener));
        HttpClient client = HttpClient.newHttpClient()) {
      servers.setExecutor(threads);
      servers.createContext("/", WarmUp::answer);
      servers.start();
      Callable<Integer> round =
          () -> {
            int sum = 0;
            for (int i = 0; i < ROUND; i++) {
              sum += invoke(client, twin.address(), types.get(i % types.size()));
            }
            return sum;
          };
      long begin = System.nanoTime();
      long quickest = Long.MAX_VALUE;
      int since = 0;
      while (since < ENOUGH && System.nanoTime() - begin < LONGEST.toNanos()) {
        long asked = System.nanoTime();
        threads.invokeAll(Collections.nCopies(CLIENTS, round));
        long took = System.nanoTime() - asked;
        since = took < QUICKER * quickest ? 0 : since + 1;
        quickest = Math.min(quickest, took);
      }
    } finally {
      servers.stop(0);
    }
  }

  private ServerSettings machines(int port) {
    Server server =
        new Server(
            URI.create("http://127.0.0.1:" + port), Optional.empty(), true, LONGEST, 1 << 20);
    return new ServerSettings(
        settings.scheduler().system().machines().stream()
            .collect(Collectors.toMap(Machine::name, _ -> server)));
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(200, ANSWER.length);
      exchange.getResponseBody().write(ANSWER);
    }
  }

  /** The status of the answer. */
  private static int invoke(HttpClient client, String address, String type)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(address + "/v1/invoke/" + type))
                .header("Deadline", "10 s")
                .POST(BodyPublishers.ofByteArray(ANSWER))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
