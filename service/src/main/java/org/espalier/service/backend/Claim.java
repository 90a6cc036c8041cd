package org.espalier.service.backend;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.espalier.workload.process.ProcessStat;
import org.espalier.workload.process.Signals;

/**
 * Who got a run: the content of the file that only one can create.
 *
 * @param keeper pid of the process that waits for the command, to write how it ended
 * @param boot the boot of the computer in which it did
 * @param leader the process that leads the command's group, as it was before it became the command
 * @param launcher pid of the launcher that began it, which sees its output written
 */
record Claim(int keeper, String boot, ProcessStat leader, int launcher) {
  /** What the file says if the run was taken back before it began. */
  static final String REVOKED = "revoked\n";

  /** What the file says if nobody knows whether the run began. */
  static final String UNKNOWN = "unknown\n";

  private static final long PAUSE_NANOS = 1_000_000;

  /** Reads a claim; empty if it is not complete. */
  static Optional<Claim> parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() != 6 || !text.endsWith("\n.\n")) {
      return Optional.empty();
    }
    int keeper = Integer.parseInt(lines.get(0));
    int launcher = Integer.parseInt(lines.get(4));
    return ProcessStat.parse(lines.get(3))
        .map(leader -> new Claim(keeper, lines.get(2), leader, launcher));
  }

  boolean isOfThisBoot() {
    return boot.equals(ProcessStat.boot());
  }

  /** How long ago its command began, by up to ten milliseconds too long; in this boot. */
  Duration age() {
    Duration start = Duration.ofMillis(ExitRecord.HUNDREDTH_MILLIS * leader.start());
    Duration age = Duration.ofNanos(KernelClock.nanosSinceBoot()).minus(start);
    return age.isNegative() ? Duration.ZERO : age;
  }

  /** Whether the process that leads the group lives. */
  boolean isRunning() {
    return present().filter(ProcessStat::isAlive).isPresent();
  }

  /** Whether its keeper lives, so that it will write the exit status. */
  boolean isKept() {
    return wasThere(keeper);
  }

  /** Whether its launcher lives, so that all of its output will be written. */
  boolean isLaunched() {
    return wasThere(launcher);
  }

  /** Ends its launcher, whose command is over: it puts nothing back any more. */
  void endLauncher() {
    while (isLaunched()) {
      Signals.toProcess(launcher, Signals.KILL);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean wasThere(int pid) {
    return isOfThisBoot()
        && ProcessStat.of(pid).filter(p -> p.isAlive() && p.start() <= leader.start()).isPresent();
  }

  /** Signals all processes of the group, if its leader is still the same process. */
  void signal(int signal) {
    if (present().isPresent() && !Signals.toGroup(leader.pid(), signal)) {
      Signals.toProcess(leader.pid(), signal); // it has not yet made its group
    }
  }

  /**
   * Kills what is left of the group.
   *
   * @return whether all of it is gone
   */
  boolean clear() {
    if (!isOfThisBoot() || numberHasNewOwner() || !Signals.groupExists(leader.pid())) {
      return true;
    }
    Signals.toGroup(leader.pid(), Signals.KILL);
    return !ProcessStat.livesInGroup(leader.pid());
  }

  /** A number is not given again while a group has it. */
  private boolean numberHasNewOwner() {
    return ProcessStat.of(leader.pid()).filter(p -> p.start() != leader.start()).isPresent();
  }

  private Optional<ProcessStat> present() {
    return isOfThisBoot()
        ? ProcessStat.of(leader.pid()).filter(p -> p.start() == leader.start())
        : Optional.empty();
  }
}
