package org.espalier.service.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A connection of gate and agent. A frame is its length in four bytes and then JSON. Whoever sends
 * never waits: what the other side does not take piles up to a bound, and then the connection ends.
 */
final class Link implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final int LONGEST_FRAME = 64 << 20;
  private static final long MOST_WAITING = 256 << 20;
  private static final long MANY_WAITING = 4 << 20;
  private static final long PAUSE_NANOS = 2_000_000;
  private static final int LAST_WORD_MILLIS = 100;
  private static final int FAREWELL_MILLIS = 2_000;
  private static final byte[] LAST = {};

  private final SSLSocket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong bytesWaiting = new AtomicLong();
  private final Thread writer = Thread.ofVirtual().unstarted(this::write);
  private volatile String why = "the connection ended";
  private volatile boolean closed;

  /** When something was heard last, as by {@link System#nanoTime}. */
  private volatile long heard = System.nanoTime();

  private Link(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /**
   * Agrees on a key with the other side in so many milliseconds, and begins to write; the first
   * word is waited for.
   */
  static Link open(SSLSocket socket, int handshake) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(handshake);
    socket.startHandshake();
    Link link = new Link(socket);
    link.writer.start();
    return link;
  }

  /** The next frame. */
  Frame read() throws IOException {
    try {
      int length = in.readInt();
      if (length < 0 || length > LONGEST_FRAME) {
        throw new IOException("a frame of %s bytes came".formatted(length));
      }
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException();
      }
      heard = System.nanoTime();
      return MAPPER.readValue(bytes, Frame.class);
    } catch (JacksonException e) {
      throw new IOException("a frame came that says nothing: " + e.getOriginalMessage(), e);
    }
  }

  /** From now on silence is no end; who minds asks {@link #isSilent}. */
  void stay() throws IOException {
    socket.setSoTimeout(0);
  }

  /** Whether nothing has come for so long. */
  boolean isSilent(long nanos) {
    return System.nanoTime() - heard > nanos;
  }

  /** Hands a frame over to be sent; whether that may be possible still. */
  boolean send(Frame frame) {
    if (!closed) {
      byte[] bytes = MAPPER.writeValueAsBytes(frame);
      if (bytesWaiting.addAndGet(bytes.length) > MOST_WAITING) {
        close("it did not take what was sent");
      }
      waiting.add(bytes);
    }
    return !closed;
  }

  /** The same for one of many, which waits until most of those before it are sent. */
  void sendWhenTaken(Frame frame) {
    while (!closed && bytesWaiting.get() > MANY_WAITING) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    send(frame);
  }

  private void write() {
    try {
      for (byte[] bytes = waiting.take(); bytes.length > 0; bytes = waiting.take()) {
        out.writeInt(bytes.length);
        out.write(bytes);
        bytesWaiting.addAndGet(-bytes.length);
        if (waiting.isEmpty()) {
          out.flush();
        }
      }
      out.flush();
    } catch (IOException e) {
      close(reason(e));
    } catch (InterruptedException e) {
      LOG.debug("nothing more is sent");
    }
  }

  /** In words. */
  static String reason(IOException e) {
    return e instanceof EOFException
        ? "the connection ended"
        : "the connection was lost: " + e.getMessage();
  }

  boolean isClosed() {
    return closed;
  }

  /** Why it ended. */
  String why() {
    return why;
  }

  /** Ends it at once. */
  void close(String reason) {
    if (!closed) {
      closed = true;
      why = reason;
      writer.interrupt();
      abort();
    }
  }

  /** The library waits at the end for what the other side may have to say. */
  private void abort() {
    try {
      socket.setSoTimeout(LAST_WORD_MILLIS);
      socket.close();
    } catch (IOException e) {
      LOG.debug("a connection did not close", e);
    }
  }

  /** Ends it when all is sent, if the other side takes it soon. */
  @Override
  public void close() {
    if (!closed) {
      waiting.add(LAST);
      try {
        writer.join(FAREWELL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    close(why);
  }
}
