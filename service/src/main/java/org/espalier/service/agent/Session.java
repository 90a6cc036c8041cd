package org.espalier.service.agent;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;

/** An agent that has dialled, at its gate. Safe for use by many threads. */
final class Session {
  private static final long PATIENCE_MILLIS = 2_000;

  /** How often clocks are compared at first, if the answers are slow. */
  private static final int MOST_COMPARISONS = 16;

  private final Link link;
  private final Frame.Hello hello;
  private final RemoteClock clock = new RemoteClock();
  private final Map<Long, CompletableFuture<Optional<OutputPart>>> questions =
      new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private final Set<LaunchId> unwanted = ConcurrentHashMap.newKeySet();
  private volatile boolean ready;
  private volatile Optional<String> farewell = Optional.empty();

  Session(Link link, Frame.Hello hello) {
    this.link = link;
    this.hello = hello;
  }

  Link link() {
    return link;
  }

  Frame.Hello hello() {
    return hello;
  }

  RemoteClock clock() {
    return clock;
  }

  /** Who it is, so that it is known again after it was away. */
  String holder() {
    return hello.agent() + " on " + place();
  }

  /** Why it is not understood; empty if it is, as is one of the version before. */
  Optional<String> misunderstanding() {
    int spoken = hello.protocol();
    String text = "the agent speaks protocol %s, the gate %s and %s; install the same version";
    return spoken == Frame.PROTOCOL || spoken == Frame.PROTOCOL - 1
        ? Optional.empty()
        : Optional.of(text.formatted(spoken, Frame.PROTOCOL - 1, Frame.PROTOCOL));
  }

  /** Whether it is known to be another version than the gate, and can become this one. */
  boolean isOfOtherBuild() {
    return Renewal.build().filter(own -> !own.equals(hello.build().orElse(own))).isPresent();
  }

  /** Where it is, for people. */
  String place() {
    return hello.host() + hello.job().map(job -> ", " + job).orElse("");
  }

  /** It has taken up what was handed over before, and runs what it is given. */
  void takesUp() {
    ready = true;
  }

  /** It takes nothing more, and will end. */
  void leaves(String why) {
    ready = false;
    farewell = Optional.of(why);
  }

  /** Why it ends, if it has said so. */
  Optional<String> farewell() {
    return farewell;
  }

  boolean isReady() {
    return ready;
  }

  /** Whether it is taking up what was handed over before. */
  boolean takesTime() {
    return !ready && farewell.isEmpty();
  }

  /** What it is stopping since nobody wants it. */
  Set<LaunchId> unwanted() {
    return unwanted;
  }

  void ping() {
    link.send(clock.ping());
  }

  /** Before anything is told of which it matters when it was. */
  void compareClocks() throws IOException {
    for (int i = 0; i < MOST_COMPARISONS && !clock.isRight(); i++) {
      ping();
      if (!(link.read() instanceof Frame.Pong pong)) {
        throw new IOException("an agent did not answer");
      }
      clock.heard(pong);
    }
  }

  /** What a launch has written so far; empty if it does not say soon. */
  Optional<OutputPart> output(LaunchId id, OutputChannel channel, long from, int most) {
    long question = asked.incrementAndGet();
    CompletableFuture<Optional<OutputPart>> answer =
        new CompletableFuture<Optional<OutputPart>>()
            .completeOnTimeout(Optional.empty(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    questions.put(question, answer);
    try {
      boolean isAsked = link.send(new Frame.Ask(question, id, channel, from, most));
      return isAsked ? answer.join() : Optional.empty();
    } finally {
      questions.remove(question);
    }
  }

  void answered(Frame.Answer answer) {
    CompletableFuture<Optional<OutputPart>> question = questions.get(answer.question());
    if (question != null) {
      question.complete(answer.part());
    }
  }
}
