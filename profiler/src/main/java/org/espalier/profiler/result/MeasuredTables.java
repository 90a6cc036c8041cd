package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;

/** Tables 8.2 and 8.5 of DISSERTATION for what was measured: classes, and energy that is shared. */
record MeasuredTables(Findings findings, CellAxes axes) {
  private static final double PERCENT = 100;

  /** Those of which there is anything. */
  List<ReportTable> tables() {
    List<ReportTable> tables = new ArrayList<>();
    if (!findings.classes().isEmpty()) {
      tables.add(classes());
    }
    if (!findings.results().sets().isEmpty()) {
      tables.add(sharedEnergy());
    }
    return tables;
  }

  private ReportTable classes() {
    List<ReportRow> rows = new ArrayList<>();
    findings
        .classes()
        .forEach((machine, classes) -> {
          for (IntensityClasses.Member member : classes.members()) {
            boolean isSimulated = findings.isSimulated(member.taskType(), machine);
            List<String> place =
                List.of(
                    member.taskType(),
                    machine,
                    "Intensity " + member.name(),
                    isSimulated ? "simulated" : "counted");
            rows.add(
                new ReportRow(place, 1, List.of(Estimate.ofMean(member.intensity())), List.of()));
          }
        });
    return new ReportTable(
        "intensity-classes",
        "Classes of memory intensity (DISSERTATION table 8.2)",
        List.of(CellColumns.column(CellColumns.INTENSITY)),
        axes(rows, "Application", "Machine type", "Class", "How"),
        rows);
  }

  private ReportTable sharedEnergy() {
    List<ReportRow> rows = new ArrayList<>();
    for (SharedEnergy energy : SharedEnergy.of(findings.results())) {
      List<String> place =
          List.of(
              String.join(" + ", energy.members()),
              energy.conditions().machineType(),
              axes.frequency(energy.conditions()));
      rows.add(new ReportRow(place, energy.joules().count(), estimates(energy), List.of()));
    }
    return new ReportTable(
        "shared-energy",
        "Energy alone and shared (DISSERTATION table 8.5)",
        Stream.of("energy_j together", "alone_energy_j", "saving")
            .map(CellColumns::column)
            .toList(),
        axes(rows, "Executed together", "Machine type", "Frequency"),
        rows);
  }

  private static List<Estimate> estimates(SharedEnergy energy) {
    double saving = energy.saving();
    return List.of(
        Estimate.of(energy.joules()),
        Estimate.ofMean(Double.isNaN(saving) ? Double.NaN : energy.aloneJoules()),
        Estimate.ofMean(PERCENT * saving));
  }

  /** Axes with the values that the places of some rows have, in their order. */
  static List<ReportAxis> axes(List<ReportRow> rows, String... labels) {
    List<ReportAxis> axes = new ArrayList<>();
    for (int a = 0; a < labels.length; a++) {
      int axis = a;
      List<String> values = rows.stream().map(row -> row.values().get(axis)).distinct().toList();
      axes.add(new ReportAxis("axis-" + a, labels[a], values));
    }
    return axes;
  }
}
