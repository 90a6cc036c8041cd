package org.espalier.workload.document;

import java.nio.charset.CharacterCodingException;

/** A text file has bytes that are not UTF-8. */
public final class NotUtf8Exception extends CharacterCodingException {
  private final int line;

  /** A file whose bytes are not UTF-8 in a line, from 1. */
  public NotUtf8Exception(int line) {
    this.line = line;
  }

  /** The first line that is not, from 1. */
  public int line() {
    return line;
  }

  @Override
  public String getMessage() {
    return "line %s is not UTF-8".formatted(line);
  }
}
