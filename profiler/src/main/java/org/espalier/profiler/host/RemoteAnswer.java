package org.espalier.profiler.host;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;

/**
 * An answer of another machine, as it comes in.
 *
 * @param whole comes at the end
 * @param begun comes when a run has begun, or with why not
 */
record RemoteAnswer(
    int number,
    ByteArrayOutputStream output,
    CompletableFuture<Whole> whole,
    CompletableFuture<Whole> begun) {
  /** How an answer ended. */
  enum Kind {
    /** Done. */
    DONE,
    /** Refused; the text says why. */
    REFUSED,
    /** The connection broke. */
    LOST
  }

  /**
   * A whole answer.
   *
   * @param fields what was told at its end
   * @param text the output before, or why it was refused
   */
  record Whole(Kind kind, String fields, String text) {}

  /** The answer to a request of a number, of which nothing came yet. */
  static RemoteAnswer to(int number) {
    return new RemoteAnswer(
        number, new ByteArrayOutputStream(), new CompletableFuture<>(), new CompletableFuture<>());
  }

  /** Takes a line of it and returns whether that was the last. */
  boolean take(String letter, String rest) {
    switch (letter) {
      case "o" -> output.writeBytes(Base64.getDecoder().decode(rest));
      case "b" -> begun.complete(new Whole(Kind.DONE, "", ""));
      case "x" -> end(new Whole(Kind.REFUSED, "", decoded(rest)));
      default -> end(new Whole(Kind.DONE, rest, output.toString(StandardCharsets.UTF_8)));
    }
    return whole.isDone();
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  void lose() {
    end(new Whole(Kind.LOST, "", ""));
  }

  private void end(Whole end) {
    whole.complete(end);
    begun.complete(end);
  }
}
