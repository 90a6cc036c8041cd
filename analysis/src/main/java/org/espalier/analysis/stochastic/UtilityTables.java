package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;

/**
 * The utility functions of a problem as tables of lines, one table for all functions that differ
 * only in when their decay begins. Immutable.
 *
 * <p><b>Inside.</b> A table begins {@value #MARGIN} cells before the decay; the first stands for
 * all times before. All cells are 2^bits units wide. In a cell utility is a line, moved to the
 * middle of the curve and off by at most {@value #TOLERANCE} of the highest utility. A cell in
 * which the function jumps, or bends more than a line can follow, has no number (NaN): there the
 * function itself is to be asked.
 */
final class UtilityTables {
  private static final int MARGIN = 2;
  private static final double TOLERANCE = 2e-6;

  /**
   * Narrow cells also make it rare that a completion falls into one in which the function jumps.
   */
  private static final int LEAST_CELLS = 1024;

  private static final int MOST_CELLS = 8192;
  private static final double SPENT = 1e-7;
  private static final double BORDER = 1e-3;

  private final SampledOutcomes samples;

  /** By function: when its decay begins, in units since the arrival. */
  private final int[] shift;

  /** By function. */
  private final int[] table;

  private final int[] bits;
  private final int[] end;

  /** By table: for each cell the value at its beginning and the rise over its width. */
  private final float[][] lines;

  UtilityTables(SampledOutcomes samples) {
    this.samples = samples;
    StaticProblem problem = samples.problem();
    int functions = problem.functions().size();
    shift = new int[functions];
    table = new int[functions];
    Map<UtilityPieces, Integer> shapes = new LinkedHashMap<>();
    double[] spans = new double[functions];
    double[] reach = reach(problem);
    for (int f = 0; f < functions; f++) {
      UtilityPieces pieces = problem.functions().get(f);
      double beginning = beginning(pieces);
      shift[f] =
          (int) Math.min(Math.rint(beginning / samples.unitSeconds()), SampledOutcomes.HORIZON - 1);
      int t = shapes.computeIfAbsent(shape(pieces, beginning), _ -> shapes.size());
      table[f] = t;
      spans[t] = Math.max(spans[t], Math.min(reach[f], end(pieces)) - beginning);
    }
    bits = new int[shapes.size()];
    end = new int[bits.length];
    lines = new float[bits.length][];
    shapes.forEach((shape, t) -> fill(t, shape, spans[t]));
  }

  /** By function: how long after an arrival a completion may be worth it. */
  private static double[] reach(StaticProblem problem) {
    double[] reach = new double[problem.functions().size()];
    for (int task = 0; task < problem.tasks(); task++) {
      int function = problem.functionOf(task);
      reach[function] =
          Math.max(reach[function], problem.latestCompletion(task) - problem.arrival(task));
    }
    return reach;
  }

  private static double beginning(UtilityPieces pieces) {
    UtilityPieces.Piece first = pieces.pieces().getFirst();
    boolean level = pieces.pieces().size() > 1 && first.height() == 0 && first.slope() == 0;
    return level ? pieces.pieces().get(1).start() : 0;
  }

  /** Starts are rounded to a microsecond, so that their last bits do not part what is alike. */
  private static UtilityPieces shape(UtilityPieces pieces, double beginning) {
    List<UtilityPieces.Piece> moved = new ArrayList<>();
    for (UtilityPieces.Piece piece : pieces.pieces()) {
      double start = moved.isEmpty() ? 0 : Math.rint((piece.start() - beginning) * 1e6) / 1e6;
      moved.add(
          new UtilityPieces.Piece(
              start, piece.floor(), piece.height(), piece.rate(), piece.slope()));
    }
    return new UtilityPieces(moved);
  }

  /** From when on a function no longer changes to speak of. */
  private static double end(UtilityPieces pieces) {
    UtilityPieces.Piece last = pieces.pieces().getLast();
    boolean decays = last.height() != 0 && last.rate() > 0;
    return last.start() + (decays ? -Math.log(SPENT) / last.rate() : 0);
  }

  private void fill(int t, UtilityPieces shape, double span) {
    double unit = samples.unitSeconds();
    double highest = Math.max(Math.abs(shape.of(-1)), Double.MIN_NORMAL);
    double units = Math.clamp(span / unit, 1, SampledOutcomes.HORIZON);
    double widest = units / LEAST_CELLS;
    for (UtilityPieces.Piece piece : shape.pieces()) {
      double bend = Math.abs(piece.height()) * piece.rate() * piece.rate();
      if (bend > 0 && piece.start() < span) {
        widest = Math.min(widest, Math.sqrt(16 * TOLERANCE * highest / bend) / unit);
      }
    }
    widest = Math.max(widest, units / MOST_CELLS);
    bits[t] = Math.max(0, Math.getExponent(widest));
    int cells = MARGIN + (int) Math.ceil(units / (1 << bits[t]));
    end[t] = cells << bits[t];
    lines[t] = new float[2 * (cells + 1)];
    for (int cell = 0; cell <= cells; cell++) {
      fill(lines[t], cell, shape, (1 << bits[t]) * unit, highest);
    }
  }

  private static void fill(
      float[] lines, int cell, UtilityPieces shape, double width, double highest) {
    double from = (cell - MARGIN) * width;
    double to = from + width;
    double first = shape.of(from);
    double last = shape.of(Math.nextDown(to));
    double sag = (first + last) / 2 - shape.of((from + to) / 2);
    boolean breaks =
        shape.pieces().stream()
            .skip(1)
            .anyMatch(piece ->
                piece.start() > from - BORDER * width
                    && piece.start() < to + BORDER * width
                    && isSharp(shape, piece.start(), width, highest));
    boolean fits = !breaks && Math.abs(sag) <= 2.5 * TOLERANCE * highest;
    lines[2 * cell] = fits ? (float) (first - sag / 2) : Float.NaN;
    lines[2 * cell + 1] = (float) (last - first);
  }

  /** Whether a function jumps at a time, or bends so that a line does not follow. */
  private static boolean isSharp(UtilityPieces shape, double at, double width, double highest) {
    double before = shape.of(Math.nextDown(at));
    double jump = Math.abs(shape.of(at) - before);
    double left = shape.of(Math.nextDown(at) - width / 2) - before;
    double right = shape.of(at) - shape.of(at + width / 2);
    return jump > TOLERANCE * highest || Math.abs(left - right) > 4 * TOLERANCE * highest;
  }

  int table(int task) {
    return table[samples.problem().functionOf(task)];
  }

  /** The instant in units at which the table of a task begins. */
  int origin(int task) {
    int function = samples.problem().functionOf(task);
    return samples.arrival(task) + shift[function] - (MARGIN << bits[table[function]]);
  }

  /** The last instant of a table after its beginning, in units. */
  int end(int table) {
    return end[table];
  }

  /** The width of the cells of a table, as a power of 2 of units. */
  int bits(int table) {
    return bits[table];
  }

  float[] lines(int table) {
    return lines[table];
  }
}
