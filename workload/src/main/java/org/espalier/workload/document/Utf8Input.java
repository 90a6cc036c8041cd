package org.espalier.workload.document;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a text file, which must be UTF-8: else reading ends with a {@link NotUtf8Exception}.
 * So no name is ever changed by reading it.
 */
public final class Utf8Input extends FilterInputStream {
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

  /** Bytes of a character that is not whole yet. */
  private ByteBuffer begun = ByteBuffer.allocate(0);

  private int line = 1;

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
    check(ByteBuffer.wrap(bytes, from, Math.max(0, count)), count < 0);
    return count;
  }

  private void check(ByteBuffer next, boolean isEnd) throws NotUtf8Exception {
    ByteBuffer all =
        ByteBuffer.allocate(begun.remaining() + next.remaining()).put(begun).put(next).flip();
    char[] characters = new char[all.remaining()];
    CharBuffer decoded = CharBuffer.wrap(characters);
    boolean isUtf8 = !decoder.decode(all, decoded, isEnd).isError();
    for (int i = 0; i < decoded.position(); i++) {
      line += characters[i] == '\n' ? 1 : 0;
    }
    if (!isUtf8) {
      throw new NotUtf8Exception(line);
    }
    begun = all;
  }
}
