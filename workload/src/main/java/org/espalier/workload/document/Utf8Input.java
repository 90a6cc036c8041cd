package org.espalier.workload.document;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a text file, which must be UTF-8: else reading ends with a {@link NotUtf8Exception}.
 * So no name is ever changed by reading it.
 */
public final class Utf8Input extends FilterInputStream {
  private int line = 1;

  /** How many bytes are to come of the present character, and between what the next one is. */
  private int missing;

  private int least = 0x80;
  private int most = 0xBF;

  /** The content of a file. */
  public Utf8Input(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = super.read(bytes, from, length);
    if (count < 0 && missing > 0) {
      throw new NotUtf8Exception(line);
    }
    for (int i = from; i < from + count; i++) {
      check(bytes[i] & 0xFF);
    }
    return count;
  }

  private void check(int value) throws NotUtf8Exception {
    if (missing > 0) {
      checkNext(value);
    } else if (value >= 0x80) {
      begin(value);
    } else if (value == '\n') {
      line++;
    }
  }

  private void checkNext(int value) throws NotUtf8Exception {
    if (value < least || value > most) {
      throw new NotUtf8Exception(line);
    }
    least = 0x80;
    most = 0xBF;
    missing--;
  }

  /** Begins a character, as table 3-7 of the Unicode standard has them. */
  private void begin(int value) throws NotUtf8Exception {
    if (value < 0xC2 || value > 0xF4) {
      throw new NotUtf8Exception(line);
    }
    missing = value < 0xE0 ? 1 : value < 0xF0 ? 2 : 3;
    if (value == 0xE0) {
      least = 0xA0;
    } else if (value == 0xED) {
      most = 0x9F;
    } else if (value == 0xF0) {
      least = 0x90;
    } else if (value == 0xF4) {
      most = 0x8F;
    }
  }
}
