package org.espalier.workload.text;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens files that may be compressed with gzip, which is told by how their content begins. */
final class PlainOrGzip {
  private static final int BUFFER = 1 << 16;

  private PlainOrGzip() {}

  /**
   * The content of a file.
   *
   * @param bytes is told how many bytes of the file, compressed or not, were read so far
   */
  static InputStream open(Path file, LongConsumer bytes) throws IOException {
    InputStream in =
        new BufferedInputStream(new CountingInput(Files.newInputStream(file), bytes), BUFFER);
    try {
      return isGzip(in) ? new WholeGzip(in) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  /** Refuses what follows compressed data and is none, which the library passes over. */
  private static final class WholeGzip extends GZIPInputStream {
    private static final int TRAILER = 8;

    WholeGzip(InputStream in) throws IOException {
      super(in, BUFFER);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      if (read < 0 && (inf.getRemaining() > TRAILER || in.read() >= 0)) {
        throw new ZipException("what follows its compressed data is not compressed");
      }
      return read;
    }
  }

  /** Tells how many bytes a buffer read so far, after each read. */
  private static final class CountingInput extends FilterInputStream {
    private final LongConsumer bytes;
    private long count;

    CountingInput(InputStream in, LongConsumer bytes) {
      super(in);
      this.bytes = bytes;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count += Math.max(0, read);
      bytes.accept(count);
      return read;
    }
  }
}
