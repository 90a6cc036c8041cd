package org.espalier.service.http;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.espalier.service.http.Connection.Standing;
import org.espalier.service.http.Connection.Worth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections there are. Where there is no room for a new one, others are closed: first those
 * that have never asked for anything, the oldest first; then idle ones; then those that send a
 * request slowly; then those that do not read their answers. What is served is never closed for
 * that.
 */
final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  /** Where room must be made, it is made for so large a share of all. */
  private static final int SHARE = 50;

  /** Loaded before there might be no descriptor left to load them with. */
  @SuppressWarnings("unused")
  private static final List<Class<?>> NEEDED = List.of(Standing.class, Worth.class);

  private static final long PATIENCE_MILLIS = 1000;
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final int most;
  private final Semaphore room;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private long complained = System.nanoTime() - QUIET_NANOS;

  Connections(int most) {
    this.most = most;
    this.room = new Semaphore(most);
  }

  int most() {
    return most;
  }

  /** Takes a place for a new one, if need be by closing others; false if there is none. */
  boolean takePlace() throws InterruptedException {
    return room.tryAcquire()
        || (makeRoom() && room.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
  }

  /** Gives a place back that was taken. */
  void givePlaceBack() {
    room.release();
  }

  /** One that has taken a place. */
  void add(Connection connection) {
    open.add(connection);
  }

  /** It is over, and its socket closed. */
  void remove(Connection connection) {
    if (open.remove(connection)) {
      givePlaceBack();
    }
  }

  /** Closes those that can be spared most; false if there are none. */
  boolean makeRoom() {
    long now = System.nanoTime();
    List<Standing> spare =
        open.stream()
            .map(connection -> connection.standing(now))
            .filter(standing -> standing.worth() != Worth.BUSY)
            .sorted(
                Comparator.comparing(Standing::worth)
                    .thenComparing(standing -> standing.since() - now))
            .limit(Math.max(1, most / SHARE))
            .toList();
    long closed = spare.stream().filter(standing -> standing.close().getAsBoolean()).count();
    complain(now);
    return closed > 0;
  }

  private void complain(long now) {
    if (now - complained >= QUIET_NANOS) {
      complained = now;
      LOG.warn(
          "there are {} connections, and no room for more; those that are idle or slow are closed."
              + " If they are needed, give more as http.connections, and more open files (ulimit -n)",
          open.size());
    }
  }

  /** Ends what takes too long. */
  void checkTimes() {
    long now = System.nanoTime();
    open.forEach(connection -> connection.checkTime(now));
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  void closeAll() {
    open.forEach(Connection::close);
  }
}
