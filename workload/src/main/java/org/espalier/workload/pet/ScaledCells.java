package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.workload.text.Ticks;

/**
 * Gives cells that have a mean and no samples the samples of another cell, scaled to the mean.
 *
 * <p>The other cell is one with samples of the same task type, because what varies from task to
 * task of a type (the input, mostly) does so on every machine; where there is none, one of the same
 * machine type. Of several it is the one whose mean is nearest, as a ratio; ties go to the first in
 * the file. Where a machine type has P-states, the means are those of P-state 0, and all P-states
 * are scaled alike.
 */
final class ScaledCells {
  private final CellTable<PStateSamples> table;
  private final CellMeans means;
  private final TypeChoice choice;
  private final Ticks ticks;
  private final List<Place> measured;
  private final Map<Place, Place> sources = new LinkedHashMap<>();
  private double greatestDifference;
  private int compared;

  /** A cell by its names. */
  record Place(String taskType, String machineType) {
    @Override
    public String toString() {
      return "%s on %s".formatted(taskType, machineType);
    }
  }

  /**
   * Makes them.
   *
   * @param table the samples of cells, in ticks; what is scaled is added
   */
  ScaledCells(CellTable<PStateSamples> table, CellMeans means, TypeChoice choice, Ticks ticks) {
    this.table = table;
    this.means = means;
    this.choice = choice;
    this.ticks = ticks;
    this.measured = places(table);
    places(means.table()).forEach(this::fill);
  }

  private static List<Place> places(CellTable<?> table) {
    List<Place> places = new ArrayList<>();
    for (String row : table.rowNames()) {
      for (String column : table.columnNames()) {
        if (table.find(row, column).isPresent()) {
          places.add(new Place(row, column));
        }
      }
    }
    return places;
  }

  private void fill(Place place) {
    if (!choice.has(place.taskType(), place.machineType())) {
      return;
    }
    double mean = ticks.of(means.table().find(place.taskType(), place.machineType()).orElseThrow());
    if (measured.contains(place)) {
      compare(samples(place).fastest().mean() / mean);
      return;
    }
    Optional<Place> source = source(place, mean);
    if (source.isPresent()) {
      PStateSamples samples = samples(source.get());
      PStateSamples scaled = samples.scaled(mean / samples.fastest().mean());
      table.cell(place.taskType(), place.machineType(), name -> scaled);
      sources.put(place, source.get());
    } else {
      report(place);
    }
  }

  private void compare(double ratio) {
    compared++;
    greatestDifference = Math.max(greatestDifference, Math.abs(ratio - 1));
  }

  private PStateSamples samples(Place place) {
    return table.find(place.taskType(), place.machineType()).orElseThrow();
  }

  private Optional<Place> source(Place place, double mean) {
    Comparator<Place> byRatio =
        Comparator.comparingDouble(
            other -> Math.abs(Math.log(samples(other).fastest().mean() / mean)));
    return positive(place, Place::taskType)
        .min(byRatio)
        .or(() -> positive(place, Place::machineType).min(byRatio));
  }

  /** The measured cells that have a name in common, but those whose times are all 0. */
  private Stream<Place> positive(Place place, Function<Place, String> name) {
    return measured.stream()
        .filter(other -> name.apply(other).equals(name.apply(place)))
        .filter(other -> samples(other).fastest().mean() > 0);
  }

  private void report(Place place) {
    means
        .problems()
        .report(
            0,
            place.toString(),
            "",
            "has a mean, and neither its task type nor its machine type has samples to scale",
            "add samples of one of them");
  }

  /** The cell whose samples were scaled, by the cell that got them. */
  Map<Place, Place> sources() {
    return sources;
  }

  /** What was done, in one sentence each. */
  List<String> notes() {
    String file = String.valueOf(means.problems().file().getFileName());
    List<String> notes = new ArrayList<>();
    if (!sources.isEmpty()) {
      List<String> texts = new ArrayList<>();
      sources.forEach((to, from) -> texts.add("%s (from %s)".formatted(to, from)));
      notes.add("%s: no samples, so scaled to their means: %s".formatted(file, shortened(texts)));
    }
    if (compared > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: means of measured cells: %d, from which those of their samples are up to %.2f %% off",
              file,
              compared,
              100 * greatestDifference));
    }
    return notes;
  }

  private static String shortened(List<String> texts) {
    int listed = Math.min(texts.size(), CellTable.LISTED);
    String list = String.join(", ", texts.subList(0, listed));
    return listed < texts.size() ? "%s and %d more".formatted(list, texts.size() - listed) : list;
  }
}
