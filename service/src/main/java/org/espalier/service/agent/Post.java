package org.espalier.service.agent;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.service.backend.LaunchId;

/**
 * A machine as its gate knows it: the agent that has it, and what was handed over. Its gate guards
 * it.
 */
final class Post {
  private final String name;
  private final Map<LaunchId, Order> orders = new LinkedHashMap<>();

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

  /** When its agent left last, in seconds since 1970. */
  long left = Long.MAX_VALUE;

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

  void add(Order order) {
    orders.put(order.launch().id(), order);
  }

  Optional<Order> order(LaunchId id) {
    return Optional.ofNullable(orders.get(id));
  }

  Stream<Order> orders() {
    return orders.values().stream();
  }

  /** What may run still. */
  Stream<Order> open() {
    return orders().filter(order -> !order.ended);
  }

  /** The ends that were told are durable, so that nobody asks for them any more. */
  void forgetEnded() {
    orders.values().removeIf(order -> order.ended);
  }

  void forget(LaunchId id) {
    orders.remove(id);
  }

  /** The same before another is added, which may have been decided before the last end was told. */
  List<LaunchId> forgetEarlier() {
    List<LaunchId> earlier =
        orders()
            .limit(Math.max(0, orders.size() - 1))
            .filter(order -> order.ended)
            .map(order -> order.launch().id())
            .toList();
    earlier.forEach(orders::remove);
    return earlier;
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
                .formatted(name, order.launch().id().task(), holder, name));
  }
}
