package org.espalier.simulator.checkpoint;

/** A run cannot go on from a checkpoint; the message says why. */
public final class UnfitCheckpointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitCheckpointException(String message) {
    super(message);
  }

  UnfitCheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
