package org.espalier.profiler.host;

import java.util.Locale;

/** Why a machine cannot be reached over ssh, and what to do. */
final class SshFailure {
  private static final int SSH_FAILED = 255;
  private static final int NOT_FOUND = 127;

  private SshFailure() {}

  /** Explains the exit code of ssh and what it complained of. */
  static String explain(String machine, int code, String errors) {
    String last = errors.strip().lines().reduce("", (before, line) -> line.strip());
    if (code == NOT_FOUND) {
      return "cannot measure on %s: there is no bash to start (%s); install it there"
          .formatted(machine, last);
    }
    if (code != SSH_FAILED) {
      return "cannot measure on %s: the shell there ended with code %s (%s)"
          .formatted(machine, code, last);
    }
    return "cannot reach %s: %s; %s"
        .formatted(machine, last, remedy(machine, errors.toLowerCase(Locale.ROOT)));
  }

  private static String remedy(String machine, String errors) {
    if (errors.contains("could not resolve")) {
      return "check the name, or give it a Host entry in ~/.ssh/config";
    }
    if (errors.contains("permission denied")) {
      return "let a key log in without a password (ssh-copy-id %s, ssh-add)".formatted(machine);
    }
    if (errors.contains("host key verification failed")) {
      return "log in once by hand to accept its key: ssh %s".formatted(machine);
    }
    if (errors.contains("refused")) {
      return "check that sshd runs there, and on which port";
    }
    return "check it by: ssh %s true".formatted(machine);
  }
}
