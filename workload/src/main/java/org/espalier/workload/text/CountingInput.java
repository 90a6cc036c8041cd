package org.espalier.workload.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes a buffer read so far, after each read. */
final class CountingInput extends FilterInputStream {
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
