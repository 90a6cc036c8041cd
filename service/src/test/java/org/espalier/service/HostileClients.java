package org.espalier.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clients that hold connections and want nothing: idle ones, followers of events that never read,
 * and ones that send a request byte by byte. A process of its own, since it needs as many
 * descriptors as it has connections.
 */
final class HostileClients {
  private static final int THREADS = 8;
  private static final String FOLLOW =
      "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n";
  private static final String HEAD = "GET /v1/overview HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
  private static final String BODY =
      "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 100000\r\n\r\n[";

  private final InetSocketAddress service;
  private final int first;
  private final List<SocketChannel> open = Collections.synchronizedList(new ArrayList<>());

  private HostileClients(int port, int first) {
    this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.first = first;
  }

  /**
   * Opens connections, says so, and holds them until its standard input ends.
   *
   * @param args port; first source address in 127.0.0.0/8; how many are idle, follow, dribble
   */
  public static void main(String[] args) throws Exception {
    HostileClients clients =
        new HostileClients(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    List<Future<?>> openings = new ArrayList<>();
    List<SocketChannel> dribbling = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < Integer.parseInt(args[3]); i++) {
        openings.add(threads.submit(() -> clients.open(FOLLOW)));
      }
      for (int i = 0; i < Integer.parseInt(args[4]); i++) {
        String request = i % 2 == 0 ? HEAD : BODY;
        openings.add(threads.submit(() -> dribbling.add(clients.open(request))));
      }
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        openings.add(threads.submit(() -> clients.open("")));
      }
      for (Future<?> opening : openings) {
        opening.get();
      }
    }
    System.out.println("open");
    while (System.in.available() == 0) {
      dribbling.removeIf(channel -> !send(channel, "x"));
      Thread.sleep(1000);
    }
  }

  private SocketChannel open(String request) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    int source = first + open.size() / 1000;
    channel.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + source), 0));
    channel.connect(service);
    open.add(channel);
    send(channel, request);
    return channel;
  }

  private static boolean send(SocketChannel channel, String text) {
    try {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      return true;
    } catch (IOException closed) {
      return false;
    }
  }
}
