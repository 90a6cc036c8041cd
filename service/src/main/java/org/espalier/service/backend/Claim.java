package org.espalier.service.backend;

import java.util.List;
import java.util.Optional;

/**
 * Who got a run: the content of the file that only one can create.
 *
 * @param launcher pid of the launcher that runs the command
 * @param boot the boot of the computer in which it did
 * @param leader the process that leads the command's group, as it was before it became the command
 */
record Claim(int launcher, String boot, ProcessStat leader) {
  /** What the file says if the run was taken back before it began. */
  static final String REVOKED = "revoked\n";

  /** What the file says if nobody knows whether the run began. */
  static final String UNKNOWN = "unknown\n";

  /** Reads a claim; empty if it is not complete. */
  static Optional<Claim> parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() != 5 || !text.endsWith("\n.\n")) {
      return Optional.empty();
    }
    return ProcessStat.parse(lines.get(3))
        .map(leader -> new Claim(Integer.parseInt(lines.get(0)), lines.get(2), leader));
  }

  /** Whether the process that leads the group lives. */
  boolean isRunning() {
    return present().filter(ProcessStat::isAlive).isPresent();
  }

  /** Whether the launcher lives, so that it will write the exit status. */
  boolean isLaunched() {
    return Boot.isPresent(boot)
        && ProcessStat.of(launcher)
            .filter(p -> p.isAlive() && p.start() <= leader.start())
            .isPresent();
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
    if (!Boot.isPresent(boot) || numberHasNewOwner() || !Signals.groupExists(leader.pid())) {
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
    return Boot.isPresent(boot)
        ? ProcessStat.of(leader.pid()).filter(p -> p.start() == leader.start())
        : Optional.empty();
  }
}
