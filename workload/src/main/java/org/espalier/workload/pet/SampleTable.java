package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.text.Ticks;

/**
 * Execution times as they come, by task type and machine type; at the end the histogram of each
 * cell. Holds eight bytes a sample. Not safe for use by several threads.
 */
public final class SampleTable {
  private final SampleSettings settings;
  private final Ticks ticks;
  private final CellTable<Samples> table = new CellTable<>();

  /** The cell whose samples were scaled, by the cell that got them. */
  private final Map<Pair, Pair> scaled = new LinkedHashMap<>();

  private long leftOut;
  private long failed;

  /** An empty table. */
  public SampleTable(SampleSettings settings) {
    this.settings = settings;
    this.ticks = Ticks.perSecond(settings.tick());
  }

  /** Takes one execution time in a P-state, both from 0 on. */
  public void add(String taskType, String machineType, int pState, double seconds) {
    add(new Pair(taskType, machineType), 0, pState, seconds);
  }

  /** Takes an execution time that stands on a line. */
  void add(Pair pair, int line, int pState, double seconds) {
    table.named(pair, line).computeIfAbsent(pState, added -> new Samples()).add(ticks.of(seconds));
  }

  /** Takes down that a sample was left out because its task ran beside others. */
  void leaveOut() {
    leftOut++;
  }

  /** Takes down that a sample was left out because its command failed. */
  void leaveOutFailed() {
    failed++;
  }

  /**
   * Gives cells that have a mean and no samples the samples of another cell, scaled to the mean.
   *
   * <p>The other cell is one with samples of the same task type, because what varies from task to
   * task of a type (the input, mostly) does so on every machine; where there is none, one of the
   * same machine type. Of several it is the one whose mean is nearest, as a ratio; ties go to the
   * first in the file. Where a machine type has P-states, the means are those of P-state 0, and all
   * P-states are scaled alike.
   *
   * @param means in seconds
   * @param problems those of the file of the means
   * @return what was done, in one sentence each
   */
  List<String> scaleTo(Means means, TypeChoice choice, FileProblems problems) {
    Set<Pair> measured = new LinkedHashSet<>(table.pairs());
    List<Double> ratios = new ArrayList<>();
    for (String taskType : means.taskTypes()) {
      for (String machineType : means.machineTypes()) {
        Pair pair = new Pair(taskType, machineType);
        OptionalDouble seconds = means.find(pair);
        if (seconds.isPresent() && choice.has(pair)) {
          double mean = ticks.of(seconds.getAsDouble());
          if (measured.contains(pair)) {
            ratios.add(fastest(pair).mean() / mean);
          } else {
            fill(pair, mean, measured, problems);
          }
        }
      }
    }
    return notes(ratios, String.valueOf(problems.file().getFileName()));
  }

  private void fill(Pair pair, double mean, Set<Pair> measured, FileProblems problems) {
    Comparator<Pair> byRatio =
        Comparator.comparingDouble(other -> Math.abs(Math.log(fastest(other).mean() / mean)));
    Optional<Pair> source =
        positive(measured, pair, Pair::taskType)
            .min(byRatio)
            .or(() -> positive(measured, pair, Pair::machineType).min(byRatio));
    if (source.isPresent()) {
      double factor = mean / fastest(source.get()).mean();
      SortedMap<Integer, Samples> made = table.named(pair, 0);
      table.at(source.get()).forEach((p, samples) -> made.put(p, samples.scaled(factor)));
      scaled.put(pair, source.get());
    } else {
      problems.report(
          0,
          pair.toString(),
          "",
          "has a mean, and neither its task type nor its machine type has samples to scale",
          "add samples of one of them");
    }
  }

  /** The measured cells that have a name in common, but those whose times are all 0. */
  private Stream<Pair> positive(Set<Pair> measured, Pair pair, Function<Pair, String> name) {
    return measured.stream()
        .filter(other -> name.apply(other).equals(name.apply(pair)))
        .filter(other -> fastest(other).mean() > 0);
  }

  private Samples fastest(Pair pair) {
    return table.at(pair).firstEntry().getValue();
  }

  private List<String> notes(List<Double> ratios, String file) {
    List<String> notes = new ArrayList<>();
    if (!scaled.isEmpty()) {
      Stream<String> texts =
          scaled.entrySet().stream().map(e -> "%s (from %s)".formatted(e.getKey(), e.getValue()));
      notes.add(
          "%s: no samples, so scaled to their means: %s"
              .formatted(file, Names.listed(texts, scaled.size())));
    }
    if (!ratios.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: means of measured cells: %d, from which those of their samples are up to %.2f %%"
                  + " off",
              file,
              ratios.size(),
              100 * ratios.stream().mapToDouble(ratio -> Math.abs(ratio - 1)).max().orElse(0)));
    }
    return notes;
  }

  /** Reports wanted types of which there is nothing. */
  void reportAbsent(TypeChoice choice, FileProblems problems) {
    choice.reportAbsent(table.taskTypes(), table.machineTypes(), problems);
  }

  /** The PET, or empty if there are problems. */
  public Optional<MeasuredPet> measured(FileProblems problems) {
    if (failed > 0 && table.taskTypes().isEmpty()) {
      problems.report(
          "has no samples of commands that succeeded, and %s of those that failed"
              .formatted(failed),
          "add samples with exit_code 0");
    } else if (leftOut > 0 && table.taskTypes().isEmpty()) {
      problems.report(
          "has no samples of tasks that ran alone, and %s of tasks beside others"
              .formatted(leftOut),
          "add samples of tasks that ran alone");
    }
    if (!table.checkSize(problems)) {
      return Optional.empty();
    }
    settings.missing().check(table, problems);
    table.checkPStates("samples", problems);
    return problems.isEmpty()
        ? Histograms.pet(table, settings.tick(), settings.step(), problems).map(this::measured)
        : Optional.empty();
  }

  /** The cells without samples, in words; empty if there are none. */
  Optional<String> missing() {
    return table.missing();
  }

  private MeasuredPet measured(Loaded<PetTable> made) {
    PetTable pet = made.value();
    List<List<Optional<MeasuredPet.Cell>>> rows = new ArrayList<>();
    for (String taskType : pet.taskTypes()) {
      rows.add(
          pet.machineTypes().stream()
              .map(machineType -> cell(new Pair(taskType, machineType)))
              .toList());
    }
    List<String> notes = CellNotes.of(table, settings.tick(), pair -> !scaled.containsKey(pair));
    return new MeasuredPet(pet, rows, leftOut, failed, made.with(notes).notes());
  }

  private Optional<MeasuredPet.Cell> cell(Pair pair) {
    SortedMap<Integer, Samples> samples = table.at(pair);
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    double secondsPerTick = settings.tick().toNanos() / 1e9;
    Optional<String> scaledFrom = Optional.ofNullable(scaled.get(pair)).map(Object::toString);
    return Optional.of(
        new MeasuredPet.Cell(
            scaledFrom.isPresent() ? 0 : samples.values().stream().mapToInt(Samples::size).sum(),
            samples.values().stream().mapToDouble(Samples::least).min().orElse(0) * secondsPerTick,
            samples.values().stream().mapToDouble(Samples::greatest).max().orElse(0)
                * secondsPerTick,
            samples.firstEntry().getValue().mean() * secondsPerTick,
            scaledFrom));
  }
}
