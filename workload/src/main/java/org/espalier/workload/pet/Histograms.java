package org.espalier.workload.pet;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Quantities;

/** Makes a PET of histograms, one of the samples of each cell. */
final class Histograms {
  /** By what part of itself a mean may change through the tick. */
  private static final double MOST_BY_TICK = 0.1;

  private final CellTable<Samples> table;
  private final Duration tick;
  private final FileProblems problems;
  private final boolean isOwn;
  private final ToLongFunction<Samples> steps;

  private Histograms(
      CellTable<Samples> table, Duration tick, OptionalLong wantedStep, FileProblems problems) {
    this.table = table;
    this.tick = tick;
    this.problems = problems;
    LatticeStep found =
        wantedStep.isPresent()
            ? new LatticeStep(wantedStep.getAsLong(), false)
            : LatticeStep.of(table.cells().toList());
    this.isOwn = found.isOwn();
    this.steps = found::of;
  }

  /**
   * The PET, with notes on means that the lattice changes by more than 1 %. It is empty if the tick
   * is too coarse or the histograms would be too large.
   *
   * @param wantedStep the step of all cells, in ticks; found from the samples if empty
   */
  static Optional<Loaded<PetTable>> pet(
      CellTable<Samples> table, Duration tick, OptionalLong wantedStep, FileProblems problems) {
    return new Histograms(table, tick, wantedStep, problems).pet();
  }

  private Optional<Loaded<PetTable>> pet() {
    boolean fits = checkTick();
    return fits && checkSize()
        ? Optional.of(new Loaded<>(PetAssembler.table(table, tick, this::histogram), notes()))
        : Optional.empty();
  }

  /** On a step of its own: the greatest that has all its times, by which it is read again too. */
  private Pmf histogram(Samples samples) {
    Pmf found = samples.histogram(steps.applyAsLong(samples));
    return isOwn ? OnLattice.coarsest(found) : found;
  }

  /** Reports cells whose means a tick changes much. */
  private boolean checkTick() {
    String sentence =
        "execution times are too short for a tick of %s: %%2$s".formatted(Quantities.text(tick));
    Optional<String> wrong = changed(cell -> 1, MOST_BY_TICK, sentence);
    wrong.ifPresent(said ->
        problems.report(
            said, "take a finer tick (--tick, or tick: in the system), or times in whole ticks"));
    return wrong.isEmpty();
  }

  private boolean checkSize() {
    long greatest = 0;
    double all = 0;
    for (Samples cell : table.cells().toList()) {
      long points = cell.points(steps.applyAsLong(cell));
      greatest = Math.max(greatest, points);
      all += points;
    }
    boolean fits = greatest <= PetAssembler.MOST_POINTS && all <= PetAssembler.MOST_POINTS_IN_ALL;
    if (!fits) {
      problems.report(
          String.format(
              Locale.ROOT,
              "on steps that keep means and deviations within 1 %% of the mean a histogram has"
                  + " %,d points, all %,.0f; at most %,d and %,d are held",
              greatest,
              all,
              PetAssembler.MOST_POINTS,
              PetAssembler.MOST_POINTS_IN_ALL),
          "use a longer step, or split task types by their times");
    }
    return fits;
  }

  private List<String> notes() {
    return changed(
            steps,
            CellNotes.SAID,
            "a lattice of times changes the mean of %s by more than 1 %%: %s; a finer step or tick"
                + " changes less")
        .stream()
        .toList();
  }

  /** The cells whose means a step changes by a greater part of themselves than a limit. */
  private Optional<String> changed(ToLongFunction<Samples> step, double limit, String sentence) {
    return CellNotes.said(
        CellNotes.each(table),
        samples -> Math.abs(samples.change(step.applyAsLong(samples))) > limit,
        samples -> change(samples, step.applyAsLong(samples)),
        sentence);
  }

  private String change(Samples samples, long step) {
    double seconds = samples.mean() * tick.toNanos() / 1e9;
    return "%s becomes %s"
        .formatted(
            CellNotes.seconds(seconds), CellNotes.seconds(seconds * (1 + samples.change(step))));
  }
}
