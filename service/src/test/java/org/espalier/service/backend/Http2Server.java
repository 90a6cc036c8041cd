package org.espalier.service.backend;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A server of HTTP/2 over TLS, and of nothing else, that does with each request what a test says.
 * It reads frames (RFC 9113) and not the headers in them.
 */
public final class Http2Server implements AutoCloseable {
  private static final int PREFACE = 24;
  private static final int LARGEST_FRAME = 1 << 14;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW = 8;

  /** Of data and headers, that the stream ends; of settings and pings, that they are answers. */
  private static final int LAST = 1;

  private static final int WHOLE_HEADERS = 4;

  /** The header {@code :status: 200} in HPACK. */
  private static final byte[] STATUS_200 = {(byte) 0x88};

  /** What is done with a request. */
  public interface Script {
    /** Answers, or does something else. */
    void answer(Exchange exchange) throws IOException, InterruptedException;
  }

  private final SSLServerSocket server;
  private final Script script;
  private final List<String> protocols = new CopyOnWriteArrayList<>();
  private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
  private final List<SSLSocket> connections = new CopyOnWriteArrayList<>();

  /** One on any port. */
  public Http2Server(SSLContext keys, Script script) throws IOException {
    this.script = script;
    this.server =
        (SSLServerSocket)
            keys.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    SSLParameters parameters = server.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    server.setSSLParameters(parameters);
    Thread.ofVirtual().start(this::accept);
  }

  /** Its address. */
  public String url() {
    return "https://127.0.0.1:" + server.getLocalPort();
  }

  /** The protocol of each connection so far. */
  public List<String> protocols() {
    return protocols;
  }

  /** What has come so far. */
  public List<Exchange> exchanges() {
    return exchanges;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) server.accept();
        connections.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(SSLSocket socket) {
    Map<Integer, Exchange> streams = new ConcurrentHashMap<>();
    try (socket) {
      socket.startHandshake();
      protocols.add(socket.getApplicationProtocol());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      in.readNBytes(PREFACE);
      write(out, SETTINGS, 0, 0);
      while (true) {
        int head = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] content = in.readNBytes(head >>> 8);
        switch (head & 0xff) {
          case HEADERS, DATA -> {
            Exchange exchange = streams.computeIfAbsent(stream, id -> new Exchange(id, out));
            if ((head & 0xff) == DATA && content.length > 0) {
              exchange.body.write(content);
              write(out, WINDOW, 0, 0, 0, 0, content.length >> 8, content.length);
              write(out, WINDOW, 0, stream, 0, 0, content.length >> 8, content.length);
            }
            if ((flags & LAST) != 0) {
              exchanges.add(exchange);
              Thread.ofVirtual().start(() -> answer(exchange, socket));
            }
          }
          case RESET -> streams.get(stream).reset = true;
          case SETTINGS, PING -> {
            if ((flags & LAST) == 0) {
              write(out, head & 0xff, LAST, 0, (head & 0xff) == PING ? content : new byte[0]);
            }
          }
          default -> {}
        }
      }
    } catch (IOException e) {
      streams.values().forEach(exchange -> exchange.reset = true);
    }
  }

  private void answer(Exchange exchange, SSLSocket socket) {
    try {
      script.answer(exchange);
    } catch (IOException | InterruptedException e) {
      cut(socket);
    }
  }

  private static void write(DataOutputStream out, int type, int flags, int stream, int... content)
      throws IOException {
    byte[] bytes = new byte[content.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) content[i];
    }
    write(out, type, flags, stream, bytes);
  }

  private static void write(DataOutputStream out, int type, int flags, int stream, byte[] content)
      throws IOException {
    synchronized (out) {
      out.writeInt(content.length << 8 | type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(content);
      out.flush();
    }
  }

  private static void cut(SSLSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      connections.forEach(Http2Server::cut);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request that has come whole, and the way to answer it. */
  public static final class Exchange {
    private final int stream;
    private final DataOutputStream out;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private volatile boolean reset;

    Exchange(int stream, DataOutputStream out) {
      this.stream = stream;
      this.out = out;
    }

    /** Its body as text. */
    public String text() {
      return body.toString(StandardCharsets.UTF_8);
    }

    /** Whether the client gave it up, and nothing else of the connection. */
    public boolean isReset() {
      return reset;
    }

    /** Begins an answer with status 200. */
    public void begin() throws IOException {
      Http2Server.write(out, HEADERS, WHOLE_HEADERS, stream, STATUS_200);
    }

    /** A part of its body. */
    public void send(String part, boolean isLast) throws IOException {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      int from = 0;
      do {
        int to = Math.min(bytes.length, from + LARGEST_FRAME);
        boolean ends = isLast && to == bytes.length;
        Http2Server.write(out, DATA, ends ? LAST : 0, stream, Arrays.copyOfRange(bytes, from, to));
        from = to;
      } while (from < bytes.length);
    }
  }
}
