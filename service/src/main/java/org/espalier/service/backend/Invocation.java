package org.espalier.service.backend;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongPredicate;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskState;

/**
 * A client who waits for the answer to its request, and the body of that. What it is to hear is a
 * queue of parts, which whoever tells never waits for. Safe for use by many threads.
 */
public final class Invocation {
  /** What the client is to hear next. */
  public sealed interface Part {}

  /**
   * The beginning of the answer of a server.
   *
   * @param type its media type; empty if it said none
   * @param length of the body in bytes; -1 if it said none
   */
  public record Head(int status, Optional<String> type, long length) implements Part {}

  /** A part of the body of the answer. */
  public record Bytes(byte[] bytes) implements Part {}

  /** The answer is over, or broken off. */
  public record Over(boolean whole) implements Part {}

  /**
   * The task has left.
   *
   * @param basis what the policy saw in it when it gave it up, as in {@code "chance 0.03"}; may be
   *     empty
   */
  public record Left(LiveTask task, String basis) implements Part {}

  /** The service has stopped deciding, and nobody tells what becomes of the task. */
  public record Ceased() implements Part {}

  /** The client itself is gone. */
  public record HungUp() implements Part {}

  private final byte[] body;
  private final Optional<String> type;
  private final LongPredicate room;
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private volatile boolean closed;
  private volatile List<Part> held = List.of();

  /**
   * A client who waits from now on.
   *
   * @param body of its request; not copied
   * @param type the media type of that
   * @param room whether so many bytes more can be held for it
   */
  public Invocation(byte[] body, Optional<String> type, LongPredicate room) {
    this.body = body;
    this.type = type;
    this.room = room;
  }

  /** The body of its request; not to be changed. */
  public byte[] body() {
    return body;
  }

  /** The media type of that. */
  public Optional<String> type() {
    return type;
  }

  /** Tells it something; nothing comes of it if it waits no longer. */
  public void tell(Part part) {
    if (closed) {
      return;
    }
    if (part instanceof Bytes(byte[] bytes) && !room.test(bytes.length)) {
      parts.add(new Over(false));
      closed = true;
    } else {
      parts.add(part);
    }
  }

  /**
   * Keeps the answer of a server that is no success: it hears it if its task fails by that, and not
   * if that runs again.
   */
  public void hold(List<Part> answer) {
    held = List.copyOf(answer);
  }

  /** Its task has left; it hears how, unless it hears the answer of a server. */
  public void left(Left part) {
    if (part.task().state() == TaskState.FAILED && !held.isEmpty()) {
      held.forEach(this::tell);
    } else {
      tell(part);
    }
  }

  /** What it is to hear next; waits for that. */
  public Part next() throws InterruptedException {
    return parts.take();
  }

  /** It waits no longer. */
  public void close() {
    closed = true;
  }

  /** Whether it waits no longer. */
  public boolean isClosed() {
    return closed;
  }
}
