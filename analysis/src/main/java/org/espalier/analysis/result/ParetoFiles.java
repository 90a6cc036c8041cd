package org.espalier.analysis.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.Snapshot;
import org.espalier.analysis.study.AllocationFiles;

/** Writes what came of a study as CSV files. */
final class ParetoFiles {
  static final String FRONT = "front.csv";
  static final String FRONTS = "fronts.csv";
  static final String BOUND = "bound.csv";
  static final String ALLOCATIONS = "allocations";

  private final ParetoResults results;
  private final ObjectivePair objectives;

  ParetoFiles(ParetoResults results) {
    this.results = results;
    this.objectives = results.study().objectives();
  }

  void writeAll(Path directory) throws IOException {
    writeFront(directory.resolve(FRONT));
    writeFronts(directory.resolve(FRONTS));
    if (results.bound().isPresent()) {
      writeBound(directory.resolve(BOUND));
    }
    writeAllocations(directory.resolve(ALLOCATIONS));
  }

  private static CsvWriter open(Path file) throws IOException {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
  }

  /** The objectives as they were judged, and what comes of mean times and powers. */
  private void writeFront(Path file) throws IOException {
    StaticProblem problem = results.study().problem();
    NamedPoints named = new NamedPoints(results);
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(
          "point",
          "name",
          objectives.first().key(),
          objectives.second().key(),
          "source",
          "mean_utility",
          "mean_energy_j",
          "mean_makespan_s",
          "mean_cost",
          "mean_on_time",
          "mean_dropped");
      for (int i = 0; i < results.front().size(); i++) {
        csv.writeRecord(row(problem, named, i));
      }
    }
  }

  private List<String> row(StaticProblem problem, NamedPoints named, int index) {
    FrontPoint point = results.front().get(index);
    AllocationTotals totals = AllocationOutcome.of(problem, point.allocation()).totals();
    List<String> row = new ArrayList<>();
    row.add(Integer.toString(index + 1));
    row.add(named.name(index));
    row.add(number(objectives.first().loss(point.losses().first())));
    row.add(number(objectives.second().loss(point.losses().second())));
    row.add(point.source());
    row.add(number(totals.utility()));
    row.add(number(totals.joules()));
    row.add(number(totals.makespanSeconds()));
    row.add(number(totals.cost()));
    row.add(number(totals.onTime()));
    row.add(number(totals.dropped()));
    return row;
  }

  private void writeFronts(Path file) throws IOException {
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(
          "population", "generation", objectives.first().key(), objectives.second().key());
      for (Snapshot snapshot : results.snapshots()) {
        for (Losses point : snapshot.losses()) {
          List<String> row = new ArrayList<>();
          row.add(snapshot.source());
          row.add(Integer.toString(snapshot.generation()));
          row.addAll(values(objectives, point));
          csv.writeRecord(row);
        }
      }
    }
  }

  private static List<String> values(ObjectivePair objectives, Losses point) {
    return List.of(
        number(objectives.first().loss(point.first())),
        number(objectives.second().loss(point.second())));
  }

  /** Writes the points of several systems. */
  static void writeFronts(Path file, ObjectivePair objectives, Map<String, List<Losses>> bySystem)
      throws IOException {
    try (CsvWriter csv = open(file)) {
      csv.writeRecord("system", objectives.first().key(), objectives.second().key());
      for (Map.Entry<String, List<Losses>> system : bySystem.entrySet()) {
        for (Losses point : system.getValue()) {
          List<String> row = new ArrayList<>(List.of(system.getKey()));
          row.addAll(values(objectives, point));
          csv.writeRecord(row);
        }
      }
    }
  }

  private void writeBound(Path file) throws IOException {
    try (CsvWriter csv = open(file)) {
      csv.writeRecord(objectives.first().key(), objectives.second().key());
      for (Losses point : results.bound().orElseThrow().curve()) {
        csv.writeRecord(values(objectives, point));
      }
    }
  }

  private void writeAllocations(Path directory) throws IOException {
    Files.createDirectory(directory);
    StaticProblem problem = results.study().problem();
    for (Map.Entry<String, Integer> named : new NamedPoints(results).letters().entrySet()) {
      AllocationFiles.write(
          directory.resolve(named.getKey() + ".csv"),
          problem,
          results.front().get(named.getValue()).allocation());
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
