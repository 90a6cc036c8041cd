package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.live.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands what the back end tells over to the scheduler's thread. Safe for use by many threads.
 *
 * <p>A task counts as executing from its start, that is when the resource manager decided it, until
 * its back end says otherwise. A beginning that is told while the launch is handed over, as the
 * local back end does, is the start itself and needs no message. A later one is a message, and the
 * start moves to it.
 */
final class LaunchReports implements LaunchListener {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchReports.class);

  private final Inbox inbox;
  private final TickClock clock;
  private final Timeline timeline;
  private final Set<LaunchId> waiting = ConcurrentHashMap.newKeySet();
  private volatile Optional<LaunchId> launching = Optional.empty();

  LaunchReports(Inbox inbox, TickClock clock, Timeline timeline) {
    this.inbox = inbox;
    this.clock = clock;
    this.timeline = timeline;
  }

  /** Hands a launch over; whatever goes wrong, its end is told. By the scheduler's thread. */
  void launch(Backend backend, Launch launch) {
    waiting.add(launch.id());
    launching = Optional.of(launch.id());
    try {
      backend.launch(launch);
    } catch (RuntimeException e) {
      LOG.error("the launch {} failed", launch.id(), e);
      failed(launch.id(), LaunchEnd.Kind.MACHINE_FAILED, e);
    } finally {
      launching = Optional.empty();
    }
  }

  /** A launch that could not be handed over is over. */
  void failed(LaunchId id, LaunchEnd.Kind kind, RuntimeException why) {
    ended(new LaunchEnd(id, kind, -1, 0, String.valueOf(why.getMessage())));
  }

  @Override
  public void began(LaunchId launch, Duration ago) {
    if (launching.filter(launch::equals).isPresent()) {
      waiting.remove(launch);
    } else {
      inbox.tell(new Message.Executing(launch, clock.now() - timeline.ticks(ago)));
    }
  }

  @Override
  public void ended(LaunchEnd end) {
    inbox.tell(new Message.Ended(end));
  }

  /** Whether a launch of this process is known to have begun; one of an earlier process is. */
  boolean hasBegun(LaunchId launch) {
    return !waiting.contains(launch);
  }

  /** A launch has begun, or is over. */
  void settled(LaunchId launch) {
    waiting.remove(launch);
  }
}
