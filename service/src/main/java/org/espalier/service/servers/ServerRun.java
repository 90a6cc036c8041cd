package org.espalier.service.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.command.ServerCall;
import org.jspecify.annotations.Nullable;

/**
 * A request to a server: sent once, by a thread of its own. A client who waits for it hears of a
 * success as it comes, and of anything else when that is whole, since the task may run again.
 */
final class ServerRun {
  private static final int BLOCK = 1 << 16;
  private static final String JUST_STOPPED = "stopped";

  private final Launch launch;
  private final ServerMachine machine;
  private long began;
  private @Nullable Thread thread;
  private @Nullable String reason;
  private @Nullable LaunchEnd end;
  private boolean cut;
  private boolean brokenOff;

  ServerRun(Launch launch, ServerMachine machine) {
    this.launch = launch;
    this.machine = machine;
  }

  LaunchId id() {
    return launch.id();
  }

  Launch launch() {
    return launch;
  }

  ServerMachine machine() {
    return machine;
  }

  /** How it ended, if it is over and that is about to be told. */
  synchronized Optional<LaunchEnd> known() {
    return Optional.ofNullable(end);
  }

  /** It is to be given up; whether that is news. */
  synchronized boolean stop(String why) {
    if (reason != null || end != null) {
      return false;
    }
    reason = why.isEmpty() ? JUST_STOPPED : why;
    return true;
  }

  /** Closes its connection. */
  synchronized void cut() {
    cut = true;
    if (thread != null && end == null) {
      thread.interrupt();
    }
  }

  /** It is over before it was sent. */
  synchronized LaunchEnd unsent(Kind kind, String detail) {
    end = new LaunchEnd(id(), kind, -1, 0, detail);
    return end;
  }

  /** Sends it, and waits for the answer. */
  LaunchEnd perform(HttpClient client, String key) {
    synchronized (this) {
      began = System.nanoTime();
      thread = Thread.currentThread();
      if (cut) {
        thread.interrupt();
      }
    }
    LaunchEnd natural;
    try {
      natural = exchange(client, request(key));
    } catch (IllegalArgumentException e) {
      natural = end(Kind.UNRUNNABLE, -1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      natural = end(Kind.STOPPED, -1, JUST_STOPPED);
    } catch (IOException | RuntimeException e) {
      natural = broken(e);
    }
    return over(natural);
  }

  private synchronized LaunchEnd over(LaunchEnd natural) {
    thread = null;
    Thread.interrupted(); // the thread is about to tell of it
    boolean stopped = reason != null;
    LaunchEnd known = stopped ? end(Kind.STOPPED, -1, String.valueOf(reason)) : natural;
    end = known;
    return known;
  }

  /**
   * Tells the client if its answer broke off. Not before the end of this is told: the client gives
   * its task up at once, which would count as cancelled.
   */
  void tellIfBrokenOff() {
    if (brokenOff) {
      tell(new Invocation.Over(false));
    }
  }

  private LaunchEnd end(Kind kind, int status, String detail) {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    return new LaunchEnd(id(), kind, status, millis, detail);
  }

  /** No connection, no request: it never began. What was sent may have been done. */
  private LaunchEnd broken(Exception why) {
    String words = "%s: %s".formatted(machine.server().url(), words(why));
    boolean isUnsent =
        why instanceof ConnectException || why instanceof HttpConnectTimeoutException;
    return isUnsent
        ? end(Kind.NEVER_BEGAN, -1, "no connection to " + words)
        : end(Kind.LOST, -1, "no whole answer came from " + words);
  }

  static String words(Exception why) {
    String message = why.getMessage();
    return message != null ? message : why instanceof ConnectException ? "no connection" : "" + why;
  }

  private HttpRequest request(String key) {
    ServerCall call = ServerCall.of(launch.command());
    Optional<Invocation> client = launch.invocation();
    byte[] body =
        call.body()
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .or(() -> client.map(Invocation::body))
            .orElse(new byte[0]);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(machine.server().url() + call.path()))
            .version(version(machine.server().url()))
            .method(
                call.method(),
                body.length == 0 && call.method().equals("GET")
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(body))
            .header("Idempotency-Key", key);
    boolean typed = false;
    for (String header : call.headers()) {
      int colon = header.indexOf(": ");
      String name = header.substring(0, colon);
      typed |= name.equalsIgnoreCase("content-type");
      request.header(name, header.substring(colon + 2));
    }
    if (!typed) {
      client.flatMap(Invocation::type).ifPresent(type -> request.header("Content-Type", type));
    }
    return request.build();
  }

  /** Version 2 is agreed on within TLS only; many a server stumbles over the offer without. */
  static HttpClient.Version version(URI url) {
    return url.getScheme().equals("https")
        ? HttpClient.Version.HTTP_2
        : HttpClient.Version.HTTP_1_1;
  }

  private LaunchEnd exchange(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
    int status = answer.statusCode();
    boolean isSuccess = status / 100 == 2;
    Invocation.Head head =
        new Invocation.Head(
            status,
            answer.headers().firstValue("Content-Type"),
            answer.headers().firstValueAsLong("Content-Length").orElse(-1));
    List<Invocation.Part> held = new ArrayList<>(List.of(head));
    boolean whole = false;
    try (InputStream in = answer.body()) {
      if (isSuccess) {
        tell(head);
      }
      whole = read(in, head.length(), isSuccess, held);
    } finally {
      brokenOff = isSuccess && !whole;
    }
    if (!whole) {
      String most = "its answer is longer than %s bytes".formatted(machine.server().mostBytes());
      return end(Kind.EXITED, 1, most);
    }
    if (isSuccess) {
      tell(new Invocation.Over(true));
      return end(Kind.EXITED, 0, "");
    }
    held.add(new Invocation.Over(true));
    launch.invocation().ifPresent(waiting -> waiting.hold(held));
    return end(Kind.EXITED, status, "the server answered with status " + status);
  }

  /** Passes the body on, or keeps it if it is no success; whether it was short enough. */
  private boolean read(InputStream in, long expected, boolean isSuccess, List<Invocation.Part> held)
      throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK, expected < 0 ? BLOCK : expected + 1)];
    long bytes = 0;
    int length = in.read(block);
    while (length >= 0) {
      bytes += length;
      if (bytes > machine.server().mostBytes()) {
        return false;
      }
      Invocation.Part part = new Invocation.Bytes(Arrays.copyOf(block, length));
      if (isSuccess) {
        tell(part);
      } else if (launch.invocation().isPresent()) {
        held.add(part);
      }
      length = in.read(block);
    }
    return true;
  }

  private void tell(Invocation.Part part) {
    launch.invocation().ifPresent(waiting -> waiting.tell(part));
  }
}
