package org.espalier.service.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A machine as its gate knows it: the agent that has it, and what was handed over. Its gate guards
 * it.
 */
final class Post {
  private final String name;

  /** What was handed over, in order, until its end is known to be durable. */
  final List<Order> orders = new ArrayList<>();

  /** Who runs its launches, or did last; empty if nobody has. */
  String holder;

  Optional<Session> session = Optional.empty();

  /** Why it is away, by itself and in all. */
  String why = "no agent has dialled";

  String told = why;

  /** Whether it is to take nothing, since it will be given back. */
  boolean dismissed;

  /** Until when it is there, if that is known. */
  Optional<JobEnd> until = Optional.empty();

  /** When its agent left last, at the latest, by {@link System#nanoTime}. */
  long left = System.nanoTime();

  private long free = System.nanoTime();

  Post(String name, String holder) {
    this.name = name;
    this.holder = holder;
  }

  /** What ran there was over some time ago. */
  void free(Duration ago) {
    free = System.nanoTime() - ago.toNanos();
  }

  /** Nanoseconds since what ran there was over. */
  long sinceFree() {
    return System.nanoTime() - free;
  }

  String name() {
    return name;
  }

  /** What may run still. */
  Stream<Order> open() {
    return orders.stream().filter(order -> !order.ended);
  }

  /** What is durable when another is added, which may have been before the last end was told. */
  List<Order> settled() {
    return orders.stream()
        .limit(Math.max(0, orders.size() - 1))
        .filter(order -> order.ended)
        .toList();
  }

  /** Its session, if that has taken up its work. */
  Optional<Session> ready() {
    return session.filter(Session::isReady);
  }

  /** Why another agent cannot have it; empty if it can. */
  Optional<String> refusal(Session other) {
    if (session.isPresent() && !holder.equals(other.holder())) {
      return Optional.of("machine %s is held by the agent %s".formatted(name, holder));
    }
    boolean isAnothers = !holder.isEmpty() && !holder.equals(other.holder());
    return open()
        .findFirst()
        .filter(order -> isAnothers)
        .map(order ->
            "machine %s may run task %s still, by the agent %s, which is away: start that one again, or say espalier machines lost %s if it is gone for good"
                .formatted(name, order.launch.id().task(), holder, name));
  }
}
