package org.espalier.service.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The right to write to an SQLite file, held from opening to closing. The operating system takes it
 * back when the process ends in whatever way. The lock is on a file beside it, since SQLite's own
 * locks are lost when any other channel to the same file is closed. For the same reason a process
 * looks among its own locks before it touches the lock file.
 *
 * @param noted the number that was noted last when the lock was taken
 */
record StoreLock(Path path, FileChannel channel, OptionalInt noted) implements AutoCloseable {
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();
  private static final String LINE = "%-20s\n";

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
      FileChannel channel = locked(path, store);
      OptionalInt noted = lines(path).skip(1).limit(1).mapToInt(Integer::parseInt).findFirst();
      write(ProcessHandle.current().pid(), 0, channel);
      return new StoreLock(path, channel, noted);
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
        throw inUse(store, "process " + lines(path).findFirst().orElse(""));
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static Stream<String> lines(Path path) throws IOException {
    return Files.readString(path, StandardCharsets.ISO_8859_1).lines().map(String::strip);
  }

  /** Writes a number as a line; on a full disk the lock is held all the same. */
  private static void write(long number, int line, FileChannel channel) {
    byte[] text = LINE.formatted(number).getBytes(StandardCharsets.US_ASCII);
    try {
      channel.write(ByteBuffer.wrap(text), (long) line * text.length);
    } catch (IOException e) {
      // It is a courtesy to the reader of a message.
    }
  }

  /** Notes a number for whoever takes the lock next. */
  void note(int number) {
    write(number, 1, channel);
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
