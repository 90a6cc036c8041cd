package org.espalier.service.live;

import java.util.List;
import java.util.Objects;

/** The service does not do what was asked; nothing was done. */
public final class Refusal extends RuntimeException {
  /** Why. */
  public enum Reason {
    /** The request is wrong and stays wrong. */
    INVALID,
    /** There is no such task or machine. */
    UNKNOWN,
    /** It cannot be done in the present state, such as cancelling a finished task. */
    CONFLICT,
    /** The batch queue is full; later there may be room. */
    FULL,
    /** The user has had what a quota allows; later there may be more. */
    QUOTA,
    /**
     * The store cannot be written now, and whether the request was taken is not known; or what was
     * asked for is refused for a while.
     */
    UNAVAILABLE
  }

  /**
   * One thing that is wrong.
   *
   * @param pointer JSON pointer into the request, for example {@code /3/parameters/width}
   * @param detail what is wrong, the value, and the remedy
   */
  public record Fault(String pointer, String detail) {}

  private final Reason reason;
  private final transient List<Fault> faults;
  private final int retryAfter;

  /** A refusal of a request as a whole. */
  public Refusal(Reason reason, String message) {
    this(reason, message, List.of());
  }

  /** A refusal of what is unavailable for so many seconds more. */
  public Refusal(String message, int seconds) {
    this(Reason.UNAVAILABLE, message, seconds);
  }

  /** A refusal for so many seconds more. */
  public Refusal(Reason reason, String message, int seconds) {
    this(reason, message, List.of(), seconds);
  }

  /** A refusal with all that is wrong. */
  public Refusal(Reason reason, String message, List<Fault> faults) {
    this(reason, message, faults, 2);
  }

  private Refusal(Reason reason, String message, List<Fault> faults, int retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
    this.reason = reason;
    this.faults = List.copyOf(faults);
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** All that is wrong with the request. */
  public List<Fault> faults() {
    return faults;
  }

  /** After how many seconds it may be tried again. */
  public int retryAfter() {
    return retryAfter;
  }

  /** The same, with pointers into the only request instead of into a list of one. */
  public Refusal alone() {
    List<Fault> pointingIntoIt =
        faults.stream()
            .map(fault -> new Fault(fault.pointer().replaceFirst("^/0", ""), fault.detail()))
            .toList();
    return new Refusal(reason, Objects.requireNonNull(getMessage()), pointingIntoIt, retryAfter);
  }
}
