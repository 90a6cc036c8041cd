package org.espalier.workload.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens files that may be compressed with gzip, which is told by how their content begins. */
final class PlainOrGzip {
  private static final int BUFFER = 1 << 16;

  private PlainOrGzip() {}

  /** The content of a file. */
  static InputStream open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
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
}
