package org.espalier.service.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The write-ahead log beside an SQLite file. Both have the number of the last change in the header
 * of the file, which the log holds anew for each change; see sqlite.org/fileformat.html.
 */
final class StoreLog {
  private static final int HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;
  private static final int PAGE_SIZE = 8;
  private static final int SALT = 16;
  private static final int SALT_OF_FRAME = 8;
  private static final int CHANGES = 60;

  private StoreLog() {}

  /** Where it is, if there is one. */
  static Path of(Path file) {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  /**
   * Whether it was not written behind the file. The first change in it must follow those in the
   * file, of which there may be some of the log already.
   */
  static boolean isForeign(Path file) throws IOException {
    Path log = of(file);
    if (!Files.exists(log) || Files.size(log) <= HEADER_BYTES || Files.size(file) <= CHANGES) {
      return false;
    }
    try (FileChannel main = FileChannel.open(file);
        FileChannel frames = FileChannel.open(log)) {
      int present = (int) number(main, CHANGES);
      long salt = number(frames, SALT) << 32 | number(frames, SALT + 4);
      long length = FRAME_HEADER_BYTES + number(frames, PAGE_SIZE);
      boolean isFirst = true;
      int last = present;
      for (long at = HEADER_BYTES; at + length <= frames.size(); at += length) {
        long own = at + SALT_OF_FRAME;
        if ((number(frames, own) << 32 | number(frames, own + 4)) != salt) {
          break;
        }
        if (number(frames, at) == 1) {
          last = (int) number(frames, at + FRAME_HEADER_BYTES + CHANGES);
          if (isFirst && present - (last - 1) < 0) {
            return true;
          }
          isFirst = false;
        }
      }
      return last - present < 0;
    }
  }

  /** An unsigned number of four bytes. */
  private static long number(FileChannel channel, long at) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    if (channel.read(bytes, at) < Integer.BYTES) {
      throw new EOFException("it is too short");
    }
    return Integer.toUnsignedLong(bytes.getInt(0));
  }
}
