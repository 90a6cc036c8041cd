package org.espalier.analysis.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * A fuzzy front that another search has written: its front, and the evaluations of its points with
 * drawn times and powers.
 *
 * @param directory of its results
 * @param front utility and energy in joules of each point
 * @param evaluations utility and energy in joules of each evaluation
 */
public record CloudFile(Path directory, List<Place> front, List<Place> evaluations) {
  public static final String NAME = "clouds.csv";
  public static final List<String> COLUMNS = List.of("point", "evaluation", "utility", "energy_j");

  /** Utility and energy. */
  public record Place(double utility, double joules) {}

  /** Reads them from the directory of results; empty if anything is wrong. */
  static Optional<CloudFile> read(Path directory, Problems problems) {
    long before = problems.count();
    List<Place> front = places(directory.resolve("front.csv"), "energy", problems);
    List<Place> evaluations = places(directory.resolve(NAME), "energy_j", problems);
    return problems.count() > before
        ? Optional.empty()
        : Optional.of(new CloudFile(directory, front, evaluations));
  }

  private static List<Place> places(Path file, String energy, Problems problems) {
    List<Place> places = new ArrayList<>();
    FileProblems own = problems.in(file);
    new CsvTable(own, List.of("utility", energy))
        .read(row -> places.add(new Place(number(row, "utility"), number(row, energy))));
    return places;
  }

  private static double number(CsvRow row, String column) {
    return row.number(column, Double::isFinite, "does not fit", "expected a number").orElse(0);
  }
}
