package org.espalier.profiler.host;

import java.nio.file.Path;
import java.util.Optional;

/** Opens machines. */
public final class Hosts {
  /**
   * System property with a directory whose {@code sys} and {@code proc} are read and written in
   * place of those of this machine.
   */
  public static final String ROOT_PROPERTY = "espalier.machine-root";

  private Hosts() {}

  /**
   * Opens this machine.
   *
   * @param stateFile where it is kept what to kill and to put back if this process and its guard
   *     are killed; what an earlier process left there is cleared first. Without it the guard alone
   *     knows
   */
  public static Host local(Optional<Path> stateFile) throws CannotOpenException {
    return local(Path.of(System.getProperty(ROOT_PROPERTY, "/")), stateFile);
  }

  /** Opens this machine with {@code sys} and {@code proc} of another directory. */
  public static Host local(Path root, Optional<Path> stateFile) throws CannotOpenException {
    throw new CannotOpenException("not there yet: " + root + stateFile);
  }

  /** Opens another machine; it stays connected until it is closed. */
  public static Host ssh(Ssh ssh) throws CannotOpenException, InterruptedException {
    throw new CannotOpenException("not there yet: " + ssh);
  }
}
