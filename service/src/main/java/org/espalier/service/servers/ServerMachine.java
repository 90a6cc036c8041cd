package org.espalier.service.servers;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.espalier.service.backend.ServerSettings.Server;

/** A machine that is a server, with what it runs and what waits for it. */
final class ServerMachine {
  private final String name;
  private final Server server;
  private final Queue<ServerRun> runs = new ArrayDeque<>(2);
  private long entered;
  private boolean away;

  ServerMachine(String name, Server server) {
    this.name = name;
    this.server = server;
  }

  String name() {
    return name;
  }

  Server server() {
    return server;
  }

  /** Takes a request up; whether it is sent now. */
  synchronized boolean enter(ServerRun run) {
    runs.add(run);
    entered++;
    return runs.size() == 1;
  }

  /** A request is over; the one that is sent from now on, if that is another. */
  synchronized Optional<ServerRun> leave(ServerRun run) {
    boolean ran = runs.peek() == run;
    runs.remove(run);
    return ran ? Optional.ofNullable(runs.peek()) : Optional.empty();
  }

  /** Takes a request back; whether it was waiting. */
  synchronized boolean takeBack(ServerRun run) {
    return runs.peek() != run && runs.remove(run);
  }

  /** How many requests it was given so far if it has none now; -1 if it has. */
  synchronized long idleAfter() {
    return runs.isEmpty() ? entered : -1;
  }

  synchronized boolean isAway() {
    return away;
  }

  /** It is away, or there; whether that is news. */
  synchronized boolean setAway(boolean now) {
    boolean changed = away != now;
    away = now;
    return changed;
  }
}
