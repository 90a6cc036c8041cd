package org.espalier.profiler.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.profiler.host.MeasuringFailedException;

/**
 * Locks on cores of this machine, so that two plans do not disturb one another. There is a file for
 * each core in the directory for temporary files. The system gives them up when the process ends,
 * however it ends.
 */
final class CoreLocks implements AutoCloseable {
  private static final String FILE = "espalier-profile-core-%s.lock";

  private final List<FileChannel> channels = new ArrayList<>();

  private CoreLocks() {}

  /** Locks nothing. */
  static CoreLocks none() {
    return new CoreLocks();
  }

  /**
   * Takes cores.
   *
   * @throws MeasuringFailedException if some of them are taken; then none are
   */
  static CoreLocks take(Path directory, Collection<Integer> cores)
      throws IOException, MeasuringFailedException {
    CoreLocks locks = new CoreLocks();
    List<Integer> taken = new ArrayList<>();
    try {
      for (int core : new TreeSet<>(cores)) {
        if (!locks.take(directory.resolve(FILE.formatted(core)))) {
          taken.add(core);
        }
      }
      if (!taken.isEmpty()) {
        throw new MeasuringFailedException(
            "another plan measures on cores %s of this machine; wait for its end, or give the plans cores of their own by cores"
                .formatted(taken));
      }
      return locks;
    } catch (IOException | MeasuringFailedException e) {
      locks.close();
      throw e;
    }
  }

  /** Whether a file could be locked, which is made if it is not there. */
  private boolean take(Path file) throws IOException {
    FileChannel channel = open(file);
    channels.add(channel);
    return lock(channel);
  }

  /**
   * Others may have put a link there, to a file that is not theirs. So links are not followed, and
   * only a file that was made here is opened to all: other users measure too.
   */
  private static FileChannel open(Path file) throws IOException {
    try {
      FileChannel made =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
      return made;
    } catch (FileAlreadyExistsException e) {
      return FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }
  }

  static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : channels) {
      channel.close();
    }
  }
}
