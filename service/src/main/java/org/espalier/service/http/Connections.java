package org.espalier.service.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The connections there are. Where there is no room for a new one, the one that has been idle
 * longest is closed; what is served is never closed for that.
 */
final class Connections {
  private static final long PATIENCE_MILLIS = 1000;

  private final Semaphore room;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  Connections(int most) {
    this.room = new Semaphore(most);
  }

  /**
   * How many there may be in this process. Of the descriptors of files that are left now, a quarter
   * stays for the store, the files of runs and commands.
   */
  static int most(int wanted) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long left = unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount();
      long descriptors = Math.max(4, left);
      return (int) Math.min(wanted, descriptors - descriptors / 4);
    }
    return wanted;
  }

  /** Takes a place for a new one, if need be by closing another; false if there is none. */
  boolean takePlace() throws InterruptedException {
    return room.tryAcquire()
        || (closeIdlest() && room.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
  }

  /** Gives a place back that was taken. */
  void givePlaceBack() {
    room.release();
  }

  /** Adds a connection that has taken a place. */
  void add(Connection connection) {
    open.add(connection);
  }

  /** Removes a connection that is over, and its socket closed. */
  void remove(Connection connection) {
    if (open.remove(connection)) {
      givePlaceBack();
    }
  }

  /** Closes the one that has been idle longest; false if none is idle. */
  boolean closeIdlest() {
    while (true) {
      long now = System.nanoTime();
      Optional<Connection> idlest =
          open.stream()
              .filter(Connection::isIdle)
              .min(Comparator.comparingLong(connection -> connection.idleSince() - now));
      if (idlest.isEmpty() || idlest.get().closeIfIdle()) {
        return idlest.isPresent();
      }
    }
  }

  /** Closes those that are idle; whether there are no others. */
  boolean closeIdle() {
    open.forEach(Connection::closeIfIdle);
    return open.isEmpty();
  }

  /** Ends what takes too long. */
  void checkTimes() {
    long now = System.nanoTime();
    open.forEach(connection -> connection.checkTime(now));
  }

  void closeAll() {
    open.forEach(Connection::cut);
  }
}
