package org.espalier.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that knows if something could not be written, as on a full disk. So a table that
 * was cut short is not taken for a whole one. A reader that has read enough, as {@code head}, is no
 * failure.
 */
final class Output extends FilterOutputStream {
  private static final String CLOSED_PIPE = "Broken pipe";

  private @Nullable IOException failure;

  Output(OutputStream out) {
    super(out);
  }

  /** Takes the place of the standard output of this process. */
  static Output standard() {
    Charset charset = System.out.charset();
    Output output = new Output(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(new BufferedOutputStream(output), true, charset));
    return output;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** Why something could not be written; empty if all was, or nobody wanted to read on. */
  Optional<IOException> failure() {
    return Optional.ofNullable(failure)
        .filter(e -> !String.valueOf(e.getMessage()).contains(CLOSED_PIPE));
  }
}
