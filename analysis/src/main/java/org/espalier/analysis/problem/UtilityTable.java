package org.espalier.analysis.problem;

import java.util.Arrays;
import java.util.List;

/**
 * The utility functions of a problem in one array. A piece is known by where it begins there; the
 * next of its function follows, and behind the last one stands one that begins never.
 */
public final class UtilityTable {
  private static final int START = 0;
  private static final int FLOOR = 1;
  private static final int HEIGHT = 2;
  private static final int RATE = 3;
  private static final int SLOPE = 4;
  private static final int STRIDE = 5;

  private final double[] numbers;
  private final int[] firstPieces;
  private final boolean hasSlopes;

  public UtilityTable(StaticProblem problem) {
    List<UtilityPieces> functions = problem.functions();
    int[] begins = new int[functions.size() + 1];
    for (int f = 0; f < functions.size(); f++) {
      begins[f + 1] = begins[f] + STRIDE * (functions.get(f).pieces().size() + 1);
    }
    numbers = new double[begins[functions.size()]];
    for (int f = 0; f < functions.size(); f++) {
      write(functions.get(f).pieces(), begins[f]);
    }
    hasSlopes =
        functions.stream().flatMap(f -> f.pieces().stream()).anyMatch(piece -> piece.slope() != 0);
    firstPieces = new int[problem.tasks()];
    Arrays.setAll(firstPieces, task -> begins[problem.functionOf(task)]);
  }

  private void write(List<UtilityPieces.Piece> pieces, int begin) {
    int at = begin;
    for (UtilityPieces.Piece piece : pieces) {
      numbers[at + START] = Math.max(piece.start(), at == begin ? 0 : piece.start());
      numbers[at + FLOOR] = piece.floor();
      numbers[at + HEIGHT] = piece.height();
      numbers[at + RATE] = piece.rate();
      numbers[at + SLOPE] = piece.slope();
      at += STRIDE;
    }
    numbers[at + START] = Double.POSITIVE_INFINITY;
  }

  public int firstPiece(int task) {
    return firstPieces[task];
  }

  /** The piece of so many seconds since the arrival, sought from another of the same function. */
  public int piece(int from, double since) {
    int piece = from;
    while (since < numbers[piece]) {
      piece -= STRIDE;
    }
    while (since >= numbers[piece + STRIDE]) {
      piece += STRIDE;
    }
    return piece;
  }

  /** What a task is worth in a piece. */
  public double of(int piece, double since) {
    double in = since - numbers[piece];
    double line = hasSlopes ? numbers[piece + SLOPE] * in : 0;
    return numbers[piece + FLOOR]
        + numbers[piece + HEIGHT] * Decay.of(numbers[piece + RATE] * in)
        + line;
  }
}
