package org.espalier.service.backend;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of HTTP/1.1 that does with each request, byte by byte, what a test says. */
public final class ScriptedServer implements AutoCloseable {
  /**
   * A request that has come.
   *
   * @param headers names in lower case
   */
  public record Request(String method, String path, Map<String, String> headers, byte[] body) {
    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** What is done with a request. */
  public interface Script {
    /** Answers, or does something else. */
    void answer(Request request, OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Script script;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /** One on any port. */
  public ScriptedServer(Script script) {
    this(0, script);
  }

  /** One on a port. */
  public ScriptedServer(int port, Script script) {
    try {
      this.script = script;
      this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::accept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its address. */
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Its port. */
  public int port() {
    return server.getLocalPort();
  }

  /** What has come so far. */
  public List<Request> requests() {
    return requests;
  }

  /** A whole answer. */
  public static void send(OutputStream out, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    write(
        out,
        "HTTP/1.1 %d Some\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(status, type, bytes.length));
    out.write(bytes);
    out.flush();
  }

  /**
   * Writes a byte of an answer that never ends now and then, until the other side hangs up, which
   * it tells by its return.
   */
  public static void trickle(OutputStream out) throws InterruptedException {
    try {
      write(
          out, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n");
      while (true) {
        write(out, "1\r\n.\r\n");
        Thread.sleep(5);
      }
    } catch (IOException e) {
      // it has hung up
    }
  }

  /** Some bytes. */
  public static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        connections.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        Request request = read(in);
        requests.add(request);
        script.answer(request, socket.getOutputStream());
      }
    } catch (IOException | InterruptedException e) {
      // the other side is gone
    }
  }

  private static Request read(InputStream in) throws IOException {
    String[] first = line(in).split(" ", -1);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Request(first[0], first[1], headers, in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next != '\n') {
      if (next < 0) {
        throw new IOException("closed");
      }
      if (next != '\r') {
        line.append((char) next);
      }
      next = in.read();
    }
    return line.toString();
  }

  /** Cuts all connections there are. */
  public void cut() {
    for (Socket socket : connections) {
      try (socket) {
        connections.remove(socket);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** As when it is killed: what it was doing is cut off, and nobody answers at its port. */
  @Override
  public void close() {
    try {
      server.close();
      cut();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
