package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.core.model.TimeSpan;
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
 * its back end says otherwise. A launch that began at once began with the start, and needs no
 * message. A later beginning is a message, and the start moves to it. Until either is told, a
 * launch waits, one of an earlier process too.
 */
final class LaunchReports implements LaunchListener {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchReports.class);

  private final Inbox inbox;
  private final TickClock clock;
  private final Timeline timeline;
  private final Map<LaunchId, Message.Ended> told = new ConcurrentHashMap<>();
  private final Set<LaunchId> waiting = ConcurrentHashMap.newKeySet();

  /** What was handed over ahead, with what was told of it before it counted as started. */
  private final Map<LaunchId, List<Message>> ahead = new ConcurrentHashMap<>();

  private volatile boolean closed;

  LaunchReports(Inbox inbox, TickClock clock, Timeline timeline) {
    this.inbox = inbox;
    this.clock = clock;
    this.timeline = timeline;
  }

  Timeline timeline() {
    return timeline;
  }

  /** Nothing more is heard of its back end, which is closed. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  private void tell(Message message) {
    if (!closed) {
      inbox.tell(message);
    }
  }

  /** Hands a launch over; whatever goes wrong, its end is told. By the scheduler's thread. */
  void launch(Backend backend, Launch launch) {
    Message.Ended before = told.remove(launch.id());
    if (before != null) { // one that was taken back had its number
      before.outdated().set(true);
    }
    waiting.add(launch.id());
    try {
      backend.launch(launch);
    } catch (RuntimeException e) {
      LOG.error("the launch {} failed", launch.id(), e);
      failed(launch.id(), LaunchEnd.Kind.MACHINE_FAILED, e);
    }
  }

  /**
   * A launch is, or was, handed over before it counts as started. By the scheduler's thread.
   *
   * @return what was told of it since, which is told again when it counts as started
   */
  List<Message> handedOver(LaunchId launch) {
    return ahead.computeIfAbsent(launch, _ -> new ArrayList<>());
  }

  /** Whether a launch was handed over ahead, and its beginning or end was not settled since. */
  boolean wasAhead(LaunchId launch) {
    return ahead.containsKey(launch);
  }

  /** A launch counts as started; whether it was handed over ahead, and need not be any more. */
  boolean begins(LaunchId launch) {
    List<Message> early = ahead.get(launch);
    if (early == null) {
      return false;
    }
    early.forEach(this::tell);
    early.clear();
    return true;
  }

  /**
   * Takes a launch back that was handed over ahead; whether it has not begun, and never will. One
   * may end while that is asked, and is nothing to take back any more.
   */
  boolean takeBack(Backend backend, LaunchId launch) {
    boolean given = backend.takeBack(launch);
    Message.Ended end = told.get(launch);
    boolean taken = end == null ? given : end.end().kind() == LaunchEnd.Kind.NEVER_BEGAN;
    if (taken) {
      begun(launch); // what was told of it may not be heard yet
    }
    return taken;
  }

  /** Has launches of an earlier process looked for. */
  void adopt(Backend backend, List<Launch> launches) {
    launches.forEach(launch -> waiting.add(launch.id()));
    backend.adopt(launches);
  }

  /** Tells what is left of the time of launches; one that is not told keeps what it was told. */
  void renewDeadlines(Backend backend, List<Launch> launches) {
    try {
      backend.renewDeadlines(launches);
    } catch (RuntimeException e) {
      LOG.error("deadlines could not be told anew", e);
    }
  }

  /** A launch that could not be handed over is over. */
  void failed(LaunchId id, LaunchEnd.Kind kind, RuntimeException why) {
    ended(new LaunchEnd(id, kind, -1, 0, String.valueOf(why.getMessage())));
  }

  @Override
  public void beganAtOnce(LaunchId launch) {
    waiting.remove(launch);
    if (ahead.containsKey(launch)) {
      began(launch, Duration.ZERO); // not when what ran before it was over
    }
  }

  @Override
  public void began(LaunchId launch, Duration ago) {
    tell(new Message.Executing(launch, clock.now() - timeline.ticks(ago)));
  }

  @Override
  public void beganInTurn(LaunchId launch) {
    waiting.remove(launch);
  }

  @Override
  public void ended(LaunchEnd end) {
    Message.Ended message = message(end);
    told.put(end.id(), message);
    tell(message);
  }

  @Override
  public void away(String machine, String why, Optional<Duration> back) {
    OptionalLong until =
        back.stream().mapToLong(in -> clock.now() + timeline.ticks(in)).findFirst();
    tell(new Message.Away(machine, why, until));
  }

  @Override
  public void back(String machine, String holder) {
    tell(new Message.Back(machine, holder));
  }

  @Override
  public void goes(String machine, Optional<Duration> in) {
    long until = in.map(left -> clock.now() + timeline.ticks(left)).orElse(TimeSpan.NEVER);
    tell(new Message.Goes(machine, until));
  }

  @Override
  public void stopping(LaunchId launch, String machine) {
    tell(new Message.Stopping(launch, machine));
  }

  @Override
  public void gone(LaunchId launch) {
    tell(new Message.Gone(launch));
  }

  /** The message of an end that is told now. */
  private Message.Ended message(LaunchEnd end) {
    return new Message.Ended(end, clock.now() - timeline.ticks(end.ago()));
  }

  /** The end of a launch that is over, although its message was not read yet. */
  Optional<Message.Ended> known(Backend backend, LaunchId launch) {
    return backend.ended(launch).map(this::message).or(() -> told(launch));
  }

  /** The same, asked right before it would be stopped. */
  Optional<Message.Ended> knownByNow(Backend backend, LaunchId launch) {
    return backend.endedByNow(launch).map(this::message).or(() -> told(launch));
  }

  private Optional<Message.Ended> told(LaunchId launch) {
    return Optional.ofNullable(told.get(launch));
  }

  /** Whether a launch is known to have begun. */
  boolean hasBegun(LaunchId launch) {
    return !waiting.contains(launch);
  }

  /**
   * A launch has begun, or is taken back. Its end may have been told meanwhile, and was not heard
   * yet.
   */
  void begun(LaunchId launch) {
    waiting.remove(launch);
    ahead.remove(launch);
  }

  /** A launch is over, or never begins. */
  void settled(LaunchId launch) {
    begun(launch);
    told.remove(launch);
  }
}
