package org.espalier.cli.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** Standard output, or standard error, which takes text and also bytes as they are. */
public final class StandardWriter extends PrintWriter {
  private final OutputStream bytes;

  /** One that writes text in some encoding. */
  public StandardWriter(OutputStream bytes, Charset encoding) {
    super(bytes, true, encoding);
    this.bytes = bytes;
  }

  /** One of this process. */
  public static StandardWriter of(PrintStream stream) {
    return new StandardWriter(stream, stream.charset());
  }

  /** Takes bytes; text that was printed before comes first. */
  public OutputStream bytes() {
    flush();
    return bytes;
  }
}
