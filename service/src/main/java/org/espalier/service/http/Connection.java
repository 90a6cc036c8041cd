package org.espalier.service.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.socket.SocketWriter;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection: what it is doing, and by when that must be done. The protocol is the library's; it
 * reads and writes through here, in a thread of its own. Other threads may ask about it and close
 * it.
 *
 * <p>Each thing that takes time is a {@link State}, which changes under the lock of this. So a
 * request that begins while another thread closes the connection for being idle is either served or
 * never begun.
 */
final class Connection implements ConnectionContext, HelidonSocket, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final ScopedValue<Connection> PRESENT = ScopedValue.newInstance();
  private static final long NEVER = Long.MAX_VALUE;
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** How long a request that took too long has for the answer that says so. */
  private static final long ENDING_NANOS = 2 * NANOS_PER_SECOND;

  /** What a connection is doing. */
  private enum Phase {
    /** Nothing of a request has come. */
    QUIET,
    /** The request line and headers come. */
    HEAD,
    /** A request is served. */
    BUSY,
    /** The request that is served waits for more of its body. */
    BODY,
    /** The other side is to take a part of an answer. */
    ANSWER,
    /** Nothing is read any more; the answer that says so may be written. */
    ENDING,
    CLOSED
  }

  /**
   * A phase.
   *
   * @param due when it must be over, by {@link System#nanoTime}; {@link #NEVER} for any time
   */
  private record State(Phase phase, long due) {
    boolean isDue(long now) {
      return due != NEVER && now - due >= 0;
    }
  }

  private final Listener listener;
  private final TimeLimits limits;
  private final SocketChannel channel;
  private final HelidonSocket socket;
  private final DataReader reader;
  private final SocketWriter writer;
  private volatile State state;
  private volatile long idleSince;
  private boolean served;
  private boolean ended;
  private boolean leftUnread;
  private boolean wantsBody = true;
  private boolean sendsBody;
  private long bodyDue;
  private @Nullable CompletableFuture<byte @Nullable []> ahead;

  Connection(Listener listener, TimeLimits limits, SocketChannel channel, HelidonSocket socket) {
    this.listener = listener;
    this.limits = limits;
    this.channel = channel;
    this.socket = socket;
    this.reader = DataReader.create(this::read);
    this.writer = SocketWriter.create(this);
    this.idleSince = System.nanoTime();
    this.state = new State(Phase.QUIET, idleSince + limits.head().toNanos());
  }

  /** The one that the present thread serves. */
  static Optional<Connection> present() {
    return PRESENT.isBound() ? Optional.of(PRESENT.get()) : Optional.empty();
  }

  @Override
  public void run() {
    try {
      ScopedValue.where(PRESENT, this).call(this::converse);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (CloseConnectionException | UncheckedIOException | RequestException e) {
      LOG.debug("a connection has ended: {}", e.toString());
    } catch (Exception e) {
      LOG.warn("a connection has failed", e);
    } finally {
      end();
    }
  }

  private Void converse() throws InterruptedException {
    listener.protocol().connection(this).handle(FixedLimit.create());
    return null;
  }

  private void end() {
    try {
      enter(Phase.ENDING, System.nanoTime() + ENDING_NANOS);
      if (leftUnread) {
        linger();
      }
      socket.close();
    } catch (IOException | RuntimeException e) {
      LOG.debug("a connection could not be ended in order: {}", e.toString());
    } finally {
      cut();
    }
  }

  /** Throws away what still comes: who is cut off while sending may never see the answer. */
  private void linger() throws IOException {
    if (!isSecure()) {
      channel.shutdownOutput();
    }
    ByteBuffer rest = ByteBuffer.allocate(1 << 14);
    while (channel.read(rest) >= 0) {
      rest.clear();
    }
  }

  /** The rest of the body that comes is of no interest, and no request after it. */
  void leaveUnread() {
    leftUnread = true;
  }

  /** Reads on while its request is served, so that it shows at once if the other side hangs up. */
  void watch(Runnable hungUp) {
    if (ahead != null) {
      return;
    }
    CompletableFuture<byte @Nullable []> read = new CompletableFuture<>();
    ahead = read;
    executor()
        .execute(() -> {
          try {
            byte @Nullable [] bytes = socket.get();
            if (bytes == null) {
              hungUp.run();
            }
            read.complete(bytes);
          } catch (RuntimeException e) {
            hungUp.run();
            read.completeExceptionally(e);
          }
        });
  }

  /** What comes next, which may have been read by now. */
  private byte @Nullable [] next() {
    CompletableFuture<byte @Nullable []> read = ahead;
    if (read == null) {
      return socket.get();
    }
    ahead = null;
    try {
      return read.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /** Closes it; what it does ends with an error. */
  synchronized void cut() {
    state = new State(Phase.CLOSED, NEVER);
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("a connection could not be closed in order", e);
    }
  }

  /** Goes on to a phase; not out of the last ones. */
  private synchronized void enter(Phase phase, long due) {
    if (state.phase() == Phase.CLOSED) {
      throw new CloseConnectionException("the connection was closed");
    }
    if (state.phase() != Phase.ENDING) {
      state = new State(phase, due);
    }
  }

  /**
   * A request begins to be served.
   *
   * @param isForHead whether it asks for the head of the answer only
   */
  void begin(boolean isForHead) {
    wantsBody = !isForHead;
    sendsBody = false;
    bodyDue = System.nanoTime() + limits.body().toNanos();
    enter(Phase.BUSY, NEVER);
  }

  /**
   * A request was served.
   *
   * @param isLast whether none is taken after it
   */
  void done(boolean isLast) {
    served = true;
    ended = isLast;
    idleSince = System.nanoTime();
    enter(Phase.QUIET, idleSince + limits.idle().toNanos());
  }

  private byte @Nullable [] read() {
    try {
      return get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("nothing can be read", e);
    }
  }

  /** Reads within the time there is for it. */
  @Override
  public byte @Nullable [] get() {
    if (ended) {
      return null;
    }
    State before = state;
    boolean inBody = before.phase() == Phase.BUSY;
    if (inBody) {
      enter(Phase.BODY, bodyDue);
    }
    byte @Nullable [] bytes;
    try {
      bytes = next();
    } catch (RuntimeException e) {
      throwIfTooLate();
      throw e;
    }
    throwIfTooLate();
    if (bytes == null && before.phase() == Phase.HEAD) {
      throw new CloseConnectionException("the request ended in its headers");
    }
    if (inBody) {
      bodyDue += bytes == null ? 0 : TimeLimits.gain(bytes.length);
      enter(Phase.BUSY, NEVER);
    } else if (before.phase() == Phase.QUIET && bytes != null) {
      long due = served ? System.nanoTime() + limits.head().toNanos() : before.due();
      enter(Phase.HEAD, due);
    }
    return bytes;
  }

  private void throwIfTooLate() {
    if (state.phase() == Phase.ENDING) {
      throw RequestException.builder()
          .type(EventType.OTHER)
          .status(Status.REQUEST_TIMEOUT_408)
          .setKeepAlive(false)
          .message("the request took too long; send it at once")
          .build();
    }
  }

  /** Writes within the time there is for it. */
  @Override
  public void write(BufferData data) {
    if (ended && leftUnread) {
      return; // the library complains of the rest of the body
    }
    BufferData wanted = wantsBody ? data : head(data.readBytes());
    State before = state;
    enter(
        Phase.ANSWER,
        System.nanoTime() + limits.answer().toNanos() + TimeLimits.gain(wanted.available()));
    socket.write(wanted);
    enter(before.phase(), before.due());
  }

  /** What belongs to the head of an answer, which the library writes at once. */
  private BufferData head(byte[] bytes) {
    int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(END_OF_HEAD);
    int length = sendsBody ? 0 : end < 0 ? bytes.length : end + END_OF_HEAD.length();
    sendsBody |= end >= 0;
    return BufferData.create(bytes, 0, length);
  }

  /** Ends what takes too long. */
  synchronized void checkTime(long now) {
    if (!state.isDue(now)) {
      return;
    }
    if (state.phase() == Phase.HEAD || state.phase() == Phase.BODY) {
      state = new State(Phase.ENDING, now + ENDING_NANOS);
      stopReading();
    } else {
      cut();
    }
  }

  private void stopReading() {
    try {
      channel.shutdownInput();
    } catch (IOException e) {
      cut();
    }
  }

  /** Whether it waits for a request, or for the rest of one. */
  boolean isIdle() {
    return switch (state.phase()) {
      case QUIET, HEAD, BODY -> true;
      case BUSY, ANSWER, ENDING, CLOSED -> false;
    };
  }

  /** Since when no request was served, by {@link System#nanoTime}. */
  long idleSince() {
    return idleSince;
  }

  /** Closes it, unless a request is served by now; tells whether it did. */
  synchronized boolean closeIfIdle() {
    boolean idle = isIdle();
    if (idle) {
      cut();
    }
    return idle;
  }

  @Override
  public ListenerContext listenerContext() {
    return listener;
  }

  @Override
  public ExecutorService executor() {
    return listener.executor();
  }

  @Override
  public DataWriter dataWriter() {
    return writer;
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public Router router() {
    return listener.router();
  }

  @Override
  public HelidonSocket serverSocket() {
    return this;
  }

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public int read(BufferData buffer) {
    throw new UnsupportedOperationException("read by get()");
  }

  @Override
  public void close() {
    socket.close();
  }

  @Override
  public void idle() {
    socket.idle();
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public PeerInfo remotePeer() {
    return socket.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return socket.localPeer();
  }

  @Override
  public boolean isSecure() {
    return socket.isSecure();
  }

  @Override
  public String socketId() {
    return socket.socketId();
  }

  @Override
  public String childSocketId() {
    return socket.childSocketId();
  }
}
