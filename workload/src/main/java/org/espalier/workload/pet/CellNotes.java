package org.espalier.workload.pet;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.espalier.workload.cell.CellTable;

/** What is to be known of the samples of cells before a PET that is made of them is believed. */
final class CellNotes {
  /** With fewer samples a histogram says little: the weight of a prior in live learning. */
  static final int FEW = 20;

  /** A time is far from the rest if it is so many times the median, or more. */
  static final int FAR = 10;

  /** Where a greater share of samples is far, they are part of the distribution. */
  private static final double MOST_FAR = 0.05;

  private static final int LISTED = 5;

  private CellNotes() {}

  /** The samples of one cell, and what it is called. */
  record Cell(String name, Samples samples) {}

  /** The cells that have samples. */
  static Stream<Cell> each(CellTable<Samples> table) {
    return table.pairs().stream().flatMap(pair -> of(table, pair));
  }

  private static Stream<Cell> of(CellTable<Samples> table, CellTable.Pair pair) {
    return table.at(pair).entrySet().stream()
        .map(entry -> {
          String where = entry.getKey() == 0 ? "" : " in P-state " + entry.getKey();
          return new Cell(pair + where, entry.getValue());
        });
  }

  /**
   * Notes on cells with few samples, and on those with some far from the rest.
   *
   * @param isMeasured whether a pair has samples of its own
   */
  static List<String> of(
      CellTable<Samples> table, Duration tick, Predicate<CellTable.Pair> isMeasured) {
    List<Cell> cells =
        table.pairs().stream().filter(isMeasured).flatMap(pair -> of(table, pair)).toList();
    List<String> notes = new ArrayList<>();
    List<String> few =
        cells.stream()
            .filter(cell -> cell.samples().size() < FEW)
            .map(cell -> "%s (%s)".formatted(cell.name(), cell.samples().size()))
            .toList();
    if (!few.isEmpty()) {
      notes.add(
          "fewer than %s samples in %s: %s; rare long times are missing there, so that chances of success may be far off"
              .formatted(FEW, cells(few.size()), listed(few)));
    }
    List<String> far =
        cells.stream()
            .filter(cell -> isRare(cell.samples().far(), cell.samples().size()))
            .map(cell -> far(cell, tick.toNanos() / 1e9))
            .toList();
    if (!far.isEmpty()) {
      notes.add(
          "a few samples are %s times the median or more in %s: %s; they raise mean and deviation, so leave out what will not come again, as first runs"
              .formatted(FAR, cells(far.size()), listed(far)));
    }
    return notes;
  }

  private static boolean isRare(int far, int all) {
    return far > 0 && (far == 1 || far <= MOST_FAR * all);
  }

  private static String far(Cell cell, double tickSeconds) {
    Samples samples = cell.samples();
    return "%s (%s of %s, up to %s where %s is usual)"
        .formatted(
            cell.name(),
            samples.far(),
            samples.size(),
            seconds(samples.greatest() * tickSeconds),
            seconds(samples.median() * tickSeconds));
  }

  /** A time with three digits that count. */
  static String seconds(double seconds) {
    return new BigDecimal(seconds).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        + " s";
  }

  static String cells(int count) {
    return count == 1 ? "1 cell" : count + " cells";
  }

  /** The first few, and how many more there are. */
  static String listed(List<String> cells) {
    String listed = String.join(", ", cells.subList(0, Math.min(LISTED, cells.size())));
    return cells.size() <= LISTED
        ? listed
        : "%s and %s more".formatted(listed, cells.size() - LISTED);
  }
}
