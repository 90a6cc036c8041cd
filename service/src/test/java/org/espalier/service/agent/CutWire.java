package org.espalier.service.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A wire between agents and a gate on this computer, which can be cut for a while. */
public final class CutWire implements AutoCloseable {
  private final int gate;
  private final ServerSocket socket;
  private final Set<Socket> ends = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  /** One to a port. */
  public CutWire(int gate) throws IOException {
    this.gate = gate;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** The port that leads to the gate. */
  public int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket dialled = socket.accept();
        Thread.ofVirtual().start(() -> join(dialled));
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void join(Socket dialled) {
    try (dialled;
        Socket on = new Socket(InetAddress.getLoopbackAddress(), gate)) {
      on.setTcpNoDelay(true);
      dialled.setTcpNoDelay(true);
      ends.add(on);
      ends.add(dialled);
      if (!cut) {
        Thread back = Thread.ofVirtual().start(() -> pump(on, dialled));
        pump(dialled, on);
        back.join();
      }
    } catch (IOException gone) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream()) {
      in.transferTo(to.getOutputStream());
    } catch (IOException gone) {
      return;
    }
  }

  /** Cuts all that is joined, and joins nothing until it is mended. */
  public void cut() throws IOException {
    cut = true;
    for (Socket end : ends) {
      end.close();
    }
    ends.clear();
  }

  /** What dials is joined again. */
  public void mend() {
    cut = false;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    cut();
  }
}
