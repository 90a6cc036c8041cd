package org.espalier.profiler.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.workload.process.MachineFiles;

/** Opens machines. */
public final class Hosts {
  private static final String SCRATCH = "espalier-profile-";
  private static final String STATE = ".state";

  private Hosts() {}

  /** Opens this machine. */
  public static Host local() throws MeasuringFailedException {
    return local(Path.of("/"));
  }

  /** Opens this machine with {@code sys} and {@code proc} of another directory. */
  public static Host local(Path root) throws MeasuringFailedException {
    return local(root, RunCgroups.open());
  }

  static Host local(Path root, RunCgroups cgroups) throws MeasuringFailedException {
    checkSystem();
    List<String> uncleared = clear(Path.of(System.getProperty("java.io.tmpdir")));
    Path scratch = newScratch();
    Guard guard = new Guard(scratch.resolve(STATE), scratch);
    return new LocalHost(new MachineFiles(root), scratch, guard, cgroups, uncleared).warmed();
  }

  /** Opens another machine; it stays connected until it is closed. */
  public static Host ssh(Ssh ssh) throws MeasuringFailedException, InterruptedException {
    return new RemoteHost(RemoteShell.connect(ssh));
  }

  private static void checkSystem() throws MeasuringFailedException {
    String system = System.getProperty("os.name");
    String processor = System.getProperty("os.arch");
    if (!system.equals("Linux") || !List.of("amd64", "aarch64").contains(processor)) {
      throw new MeasuringFailedException(
          "cannot measure on this machine, which is %s on %s: expected Linux on x86_64 or aarch64; "
                  .formatted(system, processor)
              + "measure such a machine over ssh");
    }
    if (!Bash.isThere()) {
      throw new MeasuringFailedException(
          "cannot measure on this machine: there is no bash; install it (apt-get install bash)");
    }
  }

  private static Path newScratch() throws MeasuringFailedException {
    try {
      return Files.createTempDirectory(SCRATCH).toAbsolutePath();
    } catch (IOException e) {
      throw new MeasuringFailedException(
          "cannot make a directory in %s: %s; set -Djava.io.tmpdir to one that can be written"
              .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()));
    }
  }

  /** Clears what killed processes of this user left in a directory; says what could not be. */
  static List<String> clear(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith(SCRATCH) && isOwn(entry))
          .sorted()
          .map(entry -> entry.resolve(STATE))
          .filter(state -> Files.exists(state) && !Guard.clear(state))
          .map(state ->
              "what a killed profiler left could not be cleared, so its commands may still run and"
                  + " frequencies be as it set them; end them as %s tells, and remove %s"
                      .formatted(state, state.getParent()))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean isOwn(Path directory) {
    try {
      Path self = Path.of("/proc/self");
      return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(directory).equals(Files.getOwner(self));
    } catch (IOException e) {
      return false;
    }
  }
}
