package org.espalier.service.backend;

/** A part of what a command has written, and how much that is as a whole. */
public final class OutputPart {
  private final byte[] bytes;
  private final long size;
  private final long notKept;

  /**
   * A part.
   *
   * @param bytes the part, which may be empty
   * @param size bytes kept so far
   */
  public OutputPart(byte[] bytes, long size) {
    this(bytes, size, 0);
  }

  /**
   * A part of what was cut.
   *
   * @param bytes the part, which may be empty
   * @param size bytes kept so far
   * @param notKept bytes written after these, which are not kept
   */
  public OutputPart(byte[] bytes, long size, long notKept) {
    this.bytes = bytes.clone();
    this.size = size;
    this.notKept = notKept;
  }

  /** The part. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Bytes written after those that are kept; 0 while the command runs. */
  public long notKept() {
    return notKept;
  }

  /** Bytes kept so far. */
  public long size() {
    return size;
  }
}
