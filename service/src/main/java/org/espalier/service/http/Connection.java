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
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection: what it is doing, and by when that must be done. The protocol is the library's; it
 * reads and writes through here, in a thread of its own. Other threads may ask about it and close
 * it.
 *
 * <p>Each thing that takes time is a {@link State}. Every change of it is made from the state that
 * was seen, so that a request which begins while another thread closes the connection for being
 * idle is either served or never begun.
 */
final class Connection implements ConnectionContext, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final ScopedValue<Connection> PRESENT = ScopedValue.newInstance();
  private static final long NEVER = Long.MAX_VALUE;
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
    /** That waits for more of the body. */
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
   * @param since when it began, by {@link System#nanoTime}
   * @param due when it must be over; {@link #NEVER} for any time
   */
  private record State(Phase phase, long since, long due) {
    boolean isDue(long now) {
      return due != NEVER && now - due >= 0;
    }
  }

  /** How soon connections are closed to make room for new ones, the first first. */
  enum Worth {
    UNKNOWN,
    IDLE,
    SENDING,
    NOT_READING,
    BUSY
  }

  private final Listener listener;
  private final ConnectionLimits limits;
  private final SocketChannel channel;
  private final HelidonSocket socket;
  private final DataReader reader;
  private final SocketWriter writer;
  private final AtomicReference<State> state;
  private volatile boolean served;
  private boolean ended;
  private long bodyDue;

  Connection(Listener listener, ConnectionLimits limits, SocketChannel channel, HelidonSocket raw) {
    this.listener = listener;
    this.limits = limits;
    this.channel = channel;
    this.socket = new TimedSocket(raw, this);
    this.reader = DataReader.create(this::read);
    this.writer = SocketWriter.create(socket);
    long now = System.nanoTime();
    this.state = new AtomicReference<>(new State(Phase.QUIET, now, now + limits.head().toNanos()));
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
      socket.close();
    } catch (RuntimeException e) {
      LOG.debug("a connection could not be ended in order: {}", e.toString());
    } finally {
      close();
    }
  }

  /** Closes it; what it does ends with an error. */
  void close() {
    state.set(new State(Phase.CLOSED, System.nanoTime(), NEVER));
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("a connection could not be closed in order", e);
    }
  }

  /** Goes on to a phase; not out of the last ones. */
  private void enter(Phase phase, long due) {
    State next = new State(phase, System.nanoTime(), due);
    State seen;
    do {
      seen = state.get();
      if (seen.phase() == Phase.CLOSED) {
        throw new CloseConnectionException("the connection was closed");
      }
    } while (seen.phase() != Phase.ENDING && !state.compareAndSet(seen, next));
  }

  /** A request begins to be served. */
  void begin() {
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
    enter(Phase.QUIET, System.nanoTime() + limits.idle().toNanos());
  }

  private byte @Nullable [] read() {
    try {
      return socket.get();
    } catch (UncheckedIOException e) {
      throw new ServerConnectionException("nothing can be read", e);
    }
  }

  /** Reads within the time there is for it. */
  byte @Nullable [] timed(Supplier<byte[]> read) {
    if (ended) {
      return null;
    }
    State before = state.get();
    boolean inBody = before.phase() == Phase.BUSY;
    if (inBody) {
      enter(Phase.BODY, bodyDue);
    }
    byte @Nullable [] bytes;
    try {
      bytes = read.get();
    } catch (RuntimeException e) {
      throwIfTooLate();
      throw e;
    }
    throwIfTooLate();
    if (bytes == null && before.phase() == Phase.HEAD) {
      throw new CloseConnectionException("the request ended in its headers");
    }
    if (inBody) {
      bodyDue += bytes == null ? 0 : ConnectionLimits.gain(bytes.length);
      enter(Phase.BUSY, NEVER);
    } else if (before.phase() == Phase.QUIET && bytes != null) {
      long due = served ? System.nanoTime() + limits.head().toNanos() : before.due();
      enter(Phase.HEAD, due);
    }
    return bytes;
  }

  private void throwIfTooLate() {
    if (state.get().phase() == Phase.ENDING) {
      throw RequestException.builder()
          .type(EventType.OTHER)
          .status(Status.REQUEST_TIMEOUT_408)
          .setKeepAlive(false)
          .message("the request took too long; send it at once")
          .build();
    }
  }

  /** Writes within the time there is for it. */
  void timed(BufferData data, Consumer<BufferData> write) {
    State before = state.get();
    enter(
        Phase.ANSWER,
        System.nanoTime() + limits.answer().toNanos() + ConnectionLimits.gain(data.available()));
    write.accept(data);
    enter(before.phase(), before.due());
  }

  /** Ends what takes too long. */
  void checkTime(long now) {
    State seen = state.get();
    if (!seen.isDue(now)) {
      return;
    }
    boolean isAnswered = seen.phase() == Phase.HEAD || seen.phase() == Phase.BODY;
    if (!isAnswered) {
      closeIf(seen);
    } else if (state.compareAndSet(seen, new State(Phase.ENDING, now, now + ENDING_NANOS))) {
      stopReading();
    }
  }

  private void stopReading() {
    try {
      channel.shutdownInput();
    } catch (IOException e) {
      close();
    }
  }

  private boolean closeIf(State seen) {
    boolean isSame = state.compareAndSet(seen, new State(Phase.CLOSED, seen.since(), NEVER));
    if (isSame) {
      close();
    }
    return isSame;
  }

  /** What it is worth at present; others are compared with the same picture of it. */
  Standing standing(long now) {
    State seen = state.get();
    Worth worth =
        switch (seen.phase()) {
          case QUIET -> served ? Worth.IDLE : Worth.UNKNOWN;
          case HEAD -> served ? Worth.SENDING : Worth.UNKNOWN;
          case BODY -> Worth.SENDING;
          case ANSWER -> now - seen.since() > NANOS_PER_SECOND ? Worth.NOT_READING : Worth.BUSY;
          case BUSY, ENDING, CLOSED -> Worth.BUSY;
        };
    return new Standing(this, worth, seen.since(), () -> closeIf(seen));
  }

  /**
   * What a connection is worth.
   *
   * @param since how long that is so, by {@link System#nanoTime}
   * @param close closes it, unless it does something else by now; tells whether it did
   */
  record Standing(Connection connection, Worth worth, long since, BooleanSupplier close) {}

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
    return socket;
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
