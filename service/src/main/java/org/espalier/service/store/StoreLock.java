package org.espalier.service.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to write to an SQLite file, held from opening to closing. The operating system takes it
 * back when the process ends in whatever way. The lock is on a file beside it, since SQLite's own
 * locks are lost when any other channel to the same file is closed. For the same reason a process
 * looks among its own locks before it touches the lock file.
 */
final class StoreLock implements AutoCloseable {
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();
  private static final int LONGEST_ID = 20;

  private final Path path;
  private final FileChannel channel;

  private StoreLock(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param path of the lock file
   * @param store what users call what is locked
   */
  static StoreLock take(Path path, String store) {
    if (!HELD.add(path)) {
      throw inUse(store, "this process");
    }
    try {
      return new StoreLock(path, locked(path, store));
    } catch (IOException e) {
      HELD.remove(path);
      throw new StoreUnavailableException(
          "%s cannot be locked: cannot write %s: %s; make its directory writable for this user"
              .formatted(store, path, e),
          e);
    } catch (RuntimeException e) {
      HELD.remove(path);
      throw e;
    }
  }

  private static FileChannel locked(Path path, String store) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(store, "process " + Files.readString(path).strip());
      }
      sign(channel);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Writes who holds the lock; on a full disk it is held all the same. */
  private static void sign(FileChannel channel) {
    String id = "%-" + LONGEST_ID + "d%n";
    byte[] line = id.formatted(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
    try {
      channel.write(ByteBuffer.wrap(line), 0);
    } catch (IOException e) {
      // Who holds it is a courtesy to the reader of a message.
    }
  }

  private static StoreUnavailableException inUse(String store, String holder) {
    return new StoreUnavailableException(
        "%s is in use by %s; stop that service, or give this one a store of its own"
            .formatted(store, holder));
  }

  /** Releases the lock; the file stays, for the next to lock. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreUnavailableException("cannot close %s: %s".formatted(path, e), e);
    } finally {
      HELD.remove(path);
    }
  }
}
