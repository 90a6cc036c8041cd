package org.espalier.workload.pet;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.Names;

/** What is to be known of the samples of cells before a PET that is made of them is believed. */
final class CellNotes {
  /** With fewer samples a histogram says little: the weight of a prior in live learning. */
  static final int FEW = 20;

  /** A time is far from the rest if it is so many times the median, or more. */
  static final int FAR = 10;

  /** By what part of itself a mean may change before that is said. */
  static final double SAID = 0.01;

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
    return Stream.of(
            said(
                cells.stream(),
                samples -> samples.size() < FEW,
                samples -> Integer.toString(samples.size()),
                "fewer than "
                    + FEW
                    + " samples in %s: %s; rare long times are missing there, so that chances of"
                    + " success may be far off"),
            said(
                cells.stream(),
                samples -> isRare(samples.far(), samples.size()),
                samples -> far(samples, tick.toNanos() / 1e9),
                "a few samples are "
                    + FAR
                    + " times the median or more in %s: %s; they raise mean and deviation, so leave"
                    + " out what will not come again, as first runs"))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * A sentence on the cells whose samples are of a kind, if there are any.
   *
   * @param what what is told of each of the first few
   * @param sentence has places for the number of cells and for the list of them
   */
  static Optional<String> said(
      Stream<Cell> cells,
      Predicate<Samples> isSo,
      Function<Samples, String> what,
      String sentence) {
    List<String> found =
        cells
            .filter(cell -> isSo.test(cell.samples()))
            .map(cell -> "%s (%s)".formatted(cell.name(), what.apply(cell.samples())))
            .toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            sentence.formatted(
                Names.count(found.size(), "cell"),
                Names.listed(found.stream(), found.size(), LISTED)));
  }

  private static boolean isRare(int far, int all) {
    return far > 0 && (far == 1 || far <= MOST_FAR * all);
  }

  private static String far(Samples samples, double tickSeconds) {
    return "%s of %s, up to %s where %s is usual"
        .formatted(
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
}
