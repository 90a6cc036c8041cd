package org.espalier.cli.live;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Bytes that are printed as the text in UTF-8 that they are; a letter may come in parts. */
final class DecodedStream extends OutputStream {
  private final PrintWriter to;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private ByteBuffer rest = ByteBuffer.allocate(0);

  DecodedStream(PrintWriter to) {
    this.to = to;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    ByteBuffer all = ByteBuffer.allocate(rest.remaining() + length);
    all.put(rest).put(bytes, offset, length).flip();
    CharBuffer text = CharBuffer.allocate(all.remaining());
    decoder.decode(all, text, false);
    rest = all;
    to.print(text.flip());
  }

  @Override
  public void flush() {
    to.flush();
  }
}
