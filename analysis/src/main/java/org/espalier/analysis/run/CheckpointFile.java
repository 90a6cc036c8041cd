package org.espalier.analysis.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The file from which a stopped search goes on. Each checkpoint takes the place of the last one at
 * once, so that there always is a whole one.
 */
public final class CheckpointFile {
  private static final long MAGIC = 0x6573_7061_6c69_6572L;

  private final Path file;
  private final byte[] digest;

  /**
   * The file at a path, which need not exist.
   *
   * @param digest of the study that it is of
   */
  CheckpointFile(Path file, byte[] digest) {
    this.file = file;
    this.digest = digest.clone();
  }

  /** Writes what is in a checkpoint. */
  @FunctionalInterface
  interface Writer {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /** Reads what is in a checkpoint. */
  @FunctionalInterface
  interface Reader<T> {
    T readFrom(DataInputStream in) throws IOException;
  }

  void write(Writer content) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = draft();
    try (FileChannel channel =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      CheckedOutputStream checked =
          new CheckedOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16), new CRC32());
      DataOutputStream out = new DataOutputStream(checked);
      out.writeLong(MAGIC);
      out.write(digest);
      content.writeTo(out);
      out.writeLong(checked.getChecksum().getValue());
      out.flush();
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads the checkpoint.
   *
   * @throws UnfitCheckpointException if it is none, is damaged, or is of another study
   */
  <T> T read(Reader<T> content) throws IOException {
    try (CheckedInputStream checked =
        new CheckedInputStream(
            new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32())) {
      DataInputStream in = new DataInputStream(checked);
      if (in.readLong() != MAGIC) {
        throw new UnfitCheckpointException(file + " is no checkpoint of a search");
      }
      if (!Arrays.equals(in.readNBytes(digest.length), digest)) {
        throw new UnfitCheckpointException(
            file
                + " is the checkpoint of another study, or its study or inputs have changed since");
      }
      T read = content.readFrom(in);
      long found = checked.getChecksum().getValue();
      if (in.readLong() != found) {
        throw new UnfitCheckpointException(file + " is damaged");
      }
      return read;
    } catch (EOFException e) {
      throw new UnfitCheckpointException(file + " is damaged: it is cut short", e);
    }
  }

  private Path draft() {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /** Deletes it, and what a process left that was killed while it wrote. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(draft());
  }
}
