package org.espalier.service.agent;

import java.time.Duration;
import java.util.Optional;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;

/** A launch that was handed over, until its end is known to be durable. Its gate guards it. */
final class Order {
  /** By so much a deadline may be off that is told in whole ticks. */
  private static final Duration JITTER = Duration.ofMillis(20);

  final Launch launch;

  /** Where it runs. */
  final Post post;

  /** Whether another might run there, behind which it begins. */
  final boolean isAhead;

  private final long handedOver = KernelClock.nanosSinceBoot();

  /** How long it might run from then on. */
  private Optional<Duration> left;

  /** Whether it is to be stopped. */
  boolean stopped;

  /** Whether it is to be taken back if it has not begun. */
  boolean recalled;

  /** Whether its end was told. */
  boolean ended;

  /** One that is handed over now. */
  Order(Launch launch, Post post, boolean isAhead) {
    this.launch = launch;
    this.post = post;
    this.isAhead = isAhead;
    this.left = launch.execution().left();
  }

  /** It may run for so long from now on, if that is told; whether that is another deadline. */
  boolean renew(Optional<Duration> time) {
    Duration before = left.orElse(Duration.ZERO);
    left = time.map(each -> each.plusNanos(sinceHandedOver())).or(() -> left);
    return left.filter(each -> each.minus(before).abs().compareTo(JITTER) > 0).isPresent();
  }

  /** The launch as it is to be told now, with what is left of its time. */
  Launch now() {
    Execution e = launch.execution();
    Duration since = Duration.ofNanos(sinceHandedOver());
    Execution present =
        new Execution(
            e.taskType(),
            e.machine(),
            e.pState(),
            e.ago().plus(since),
            e.deadline(),
            left.map(time -> time.minus(since)));
    return new Launch(
        launch.id(), present, launch.command(), launch.keepsOutput(), launch.limits());
  }

  /** What its agent may not have heard yet that it is to do. */
  Optional<Frame> wish() {
    Optional<Frame> recall = Optional.of(new Frame.TakeBack(launch.id()));
    return stopped ? Optional.of(new Frame.Stop(launch.id())) : recall.filter(_ -> recalled);
  }

  /** Nanoseconds. */
  long sinceHandedOver() {
    return KernelClock.nanosSinceBoot() - handedOver;
  }
}
