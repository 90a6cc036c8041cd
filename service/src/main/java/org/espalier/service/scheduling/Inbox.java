package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;

/** What other threads want of the scheduler's thread, in the order in which it came. */
final class Inbox {
  private static final int MOST_AT_ONCE = 4096;
  private static final int MOST_WAITING = 1 << 16;

  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final long patienceMillis;
  private final TimeSource time;

  /** What comes again after the next messages. Used by the scheduler's thread only. */
  private List<Message> putOff = new ArrayList<>();

  private volatile boolean closed;
  private volatile boolean abandoned;

  /**
   * An empty one.
   *
   * @param patienceMillis how long those who ask wait for an answer
   */
  Inbox(long patienceMillis, TimeSource time) {
    this.time = time;
    this.patienceMillis = patienceMillis;
  }

  /** Hands a message over and waits for its answer. */
  <T> T ask(Message.Request<T> request) {
    if (closed || messages.size() > MOST_WAITING) {
      throw new Refusal(Reason.UNAVAILABLE, "the service is stopping or far behind; try again");
    }
    messages.add(request);
    if (abandoned) {
      giveUp(request);
    }
    try {
      return time.await(request.answer(), TimeUnit.MILLISECONDS.toNanos(patienceMillis));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Refusal refusal
          ? refusal
          : new IllegalStateException("the scheduler failed", e.getCause());
    } catch (TimeoutException e) {
      withdraw(request);
      throw new Refusal(
          Reason.UNAVAILABLE,
          "no answer came in time: the store does not answer, or decisions take too long; whether"
              + " this was done is not known, so repeat it with the same key");
    } catch (InterruptedException e) {
      withdraw(request);
      Thread.currentThread().interrupt();
      throw new Refusal(Reason.UNAVAILABLE, "the service is stopping");
    }
  }

  /** What nobody waits for any more is not done, unless it is being done. */
  private void withdraw(Message.Request<?> request) {
    request.answer().cancel(false);
    messages.remove(request);
  }

  /** Hands over what nobody waits for. */
  void tell(Message message) {
    messages.add(message);
  }

  /** The messages that have come; waits a while for the first. */
  List<Message> take(long nanos) throws InterruptedException {
    List<Message> taken = new ArrayList<>();
    Message first = messages.poll(nanos, TimeUnit.NANOSECONDS);
    if (first != null) {
      taken.add(first);
      messages.drainTo(taken, MOST_AT_ONCE);
      taken.addAll(putOff);
      putOff = new ArrayList<>();
    }
    return taken;
  }

  /** A message waits for others, and is taken after the next that come. */
  void putOff(Message message) {
    putOff.add(message);
  }

  /** Whether nothing has come since the last messages were taken. */
  boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Takes no more requests. */
  void close() {
    closed = true;
  }

  /** Whether it takes no more requests. */
  boolean isClosed() {
    return closed;
  }

  /** Nobody will take messages any more: refuses those that were taken last, and the rest. */
  void abandon(List<Message> taken) {
    closed = true;
    abandoned = true;
    taken.forEach(Inbox::giveUp);
    messages.forEach(Inbox::giveUp);
    putOff.forEach(Inbox::giveUp);
  }

  private static void giveUp(Message message) {
    if (message instanceof Message.Request<?> request) {
      request
          .answer()
          .completeExceptionally(new Refusal(Reason.UNAVAILABLE, "the service is stopping"));
    }
  }
}
