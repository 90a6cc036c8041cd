package org.espalier.workload.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes were read so far, after each read. */
final class CountingInput extends FilterInputStream {
  private final LongConsumer bytes;
  private long count;

  CountingInput(InputStream in, LongConsumer bytes) {
    super(in);
    this.bytes = bytes;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    counted(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    counted(Math.max(0, read));
    return read;
  }

  private void counted(int read) {
    count += read;
    bytes.accept(count);
  }
}
