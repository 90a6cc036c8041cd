package org.espalier.service.backend;

import java.util.Arrays;

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

  /** A part of a whole that is at hand. */
  public static OutputPart of(byte[] whole, long from, int most) {
    int begin = (int) Math.min(from, whole.length);
    int end = (int) Math.min(whole.length, (long) begin + most);
    return new OutputPart(Arrays.copyOfRange(whole, begin, end), whole.length);
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
