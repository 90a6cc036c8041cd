package org.espalier.profiler.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Locks on cores of this machine, so that two plans do not disturb one another: a file for each
 * core in the directory for temporary files. The system gives them up when the process ends,
 * however it ends.
 */
final class CoreLocks implements AutoCloseable {
  private static final String FILE = "espalier-profile-core-%d.lock";

  private final List<FileChannel> channels = new ArrayList<>();

  private CoreLocks() {}

  /**
   * Takes cores.
   *
   * @throws PlanFailedException if some of them are taken; then none are
   */
  static CoreLocks take(Path directory, Collection<Integer> cores)
      throws IOException, PlanFailedException {
    CoreLocks locks = new CoreLocks();
    List<Integer> taken = new ArrayList<>();
    try {
      for (int core : new TreeSet<>(cores)) {
        if (!locks.take(directory.resolve(FILE.formatted(core)))) {
          taken.add(core);
        }
      }
    } catch (IOException e) {
      locks.close();
      throw e;
    }
    if (!taken.isEmpty()) {
      locks.close();
      throw new PlanFailedException(
          "another plan measures on cores %s of this machine; wait for its end, or give the plans cores of their own by cores"
              .formatted(taken));
    }
    return locks;
  }

  /** Whether a file could be locked, which is made if it is not there. */
  private boolean take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channels.add(channel);
    openToAll(file);
    return lock(channel);
  }

  static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Other users measure too. Only the owner may do this, and once is enough. */
  private static void openToAll(Path file) {
    try {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    } catch (IOException | UnsupportedOperationException e) {
      // It is another user's, who has done it.
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : channels) {
      channel.close();
    }
  }
}
