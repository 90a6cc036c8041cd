package org.espalier.service.http;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.espalier.workload.document.InvalidInputException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that tokens are read from. It is read again when a token is asked for, at most once a
 * second. A file that is gone or wrong changes nothing: the tokens before hold, and the log says
 * what is wrong. Safe for use by many threads.
 */
public final class TokenFile {
  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
  private static final long PAUSE_NANOS = 1_000_000_000L;

  private final Path file;
  private final Function<Path, List<Tokens.Entry>> reader;
  private List<Tokens.Entry> entries;
  private long looked = System.nanoTime();
  private String complaint = "";

  /**
   * A file.
   *
   * @param reader reads the file; throws {@link InvalidInputException} if it is wrong
   * @throws InvalidInputException if it is wrong now
   */
  public TokenFile(Path file, Function<Path, List<Tokens.Entry>> reader) {
    this.file = file;
    this.reader = reader;
    this.entries = List.copyOf(reader.apply(file));
  }

  /** What was in it when it was last right. */
  synchronized List<Tokens.Entry> entries() {
    long now = System.nanoTime();
    if (now - looked < PAUSE_NANOS) {
      return entries;
    }
    looked = now;
    try {
      List<Tokens.Entry> read = List.copyOf(reader.apply(file));
      if (!read.equals(entries)) {
        LoggerFactory.getLogger(Upkeep.AUDIT).info("{}: {} in place of {}", file, read, entries);
        entries = read;
      }
      complaint = "";
    } catch (InvalidInputException e) {
      String what = String.valueOf(e.getMessage());
      if (!what.equals(complaint)) {
        complaint = what;
        LOG.error("the tokens before still hold, since their file is wrong: {}", what);
      }
    }
    return entries;
  }
}
