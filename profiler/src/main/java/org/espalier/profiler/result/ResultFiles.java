package org.espalier.profiler.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.espalier.profiler.plan.Hertz;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.Drift;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.text.CsvFile;

/** The files of results besides the report: samples, sums of them, and the machines. */
final class ResultFiles {
  static final String SAMPLES = "samples.csv";
  static final String SLOW_DOWNS = "slow-downs.csv";
  static final String SUMMARY = "summary.csv";
  static final String INTENSITY = "intensity.csv";
  static final String ENERGY = "shared-energy.csv";
  static final String MACHINES = "machines.yaml";

  private static final List<String> SUMMARY_HEADER =
      List.of(
          "task_type",
          "machine_type",
          "p_state",
          "corunners",
          "runs",
          "mean_s",
          "mean_half_width_s",
          "median_s",
          "median_low_s",
          "median_high_s",
          "deviation_s",
          "least_s",
          "most_s",
          "outliers",
          "drift_p",
          "drift_change",
          "noisy_runs",
          "energy_j",
          "energy_half_width_j",
          "memory_intensity",
          "memory_intensity_half_width",
          "simulated");

  private static final List<String> ENERGY_HEADER =
      List.of("machine_type", "p_state", "members", "runs", "energy_j", "alone_energy_j", "saving");

  private final Findings findings;

  ResultFiles(Findings findings) {
    this.findings = findings;
  }

  /** Writes those of which there is anything. */
  void writeAll(Path directory) throws IOException {
    SampleCsv.write(directory.resolve(SAMPLES), findings.samples());
    writeSummary(directory.resolve(SUMMARY));
    Files.writeString(directory.resolve(MACHINES), machines());
    if (!findings.slowDowns().rows().isEmpty()) {
      findings.slowDowns().write(directory.resolve(SLOW_DOWNS));
    }
    if (!findings.classes().isEmpty()) {
      writeIntensity(directory.resolve(INTENSITY));
    }
    if (!findings.results().sets().isEmpty()) {
      writeEnergy(directory.resolve(ENERGY));
    }
  }

  private void writeSummary(Path file) throws IOException {
    CsvFile.write(file, SUMMARY_HEADER, findings.cells().stream().map(ResultFiles::summary));
  }

  private static List<String> summary(CellSummary cell) {
    SampleSummary time = cell.time();
    Optional<Drift> drift = time.drift();
    return List.of(
        cell.taskType(),
        cell.machineType(),
        text(cell.cell().conditions().pState()),
        String.join("+", cell.cell().corunners()),
        Integer.toString(time.count()),
        text(time.mean().mean()),
        text(time.mean().halfWidth()),
        text(time.median().median()),
        text(time.median().low()),
        text(time.median().high()),
        text(time.deviation()),
        text(time.least()),
        text(time.most()),
        Integer.toString(time.outliers().size()),
        drift.map(found -> text(found.pValue())).orElse(""),
        drift.map(found -> text(found.change())).orElse(""),
        Long.toString(cell.noisy()),
        cell.energy().map(mean -> text(mean.mean())).orElse(""),
        cell.energy().map(mean -> text(mean.halfWidth())).orElse(""),
        cell.intensity().map(mean -> text(mean.mean())).orElse(""),
        cell.intensity().map(MeanInterval::halfWidth).map(ResultFiles::text).orElse(""),
        cell.intensity().isPresent() ? Boolean.toString(cell.isSimulated()) : "");
  }

  private static String text(double number) {
    return Double.isFinite(number) ? Double.toString(number) : "";
  }

  private static String text(OptionalInt number) {
    return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
  }

  private void writeIntensity(Path file) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      findings
          .classes()
          .forEach((machine, classes) ->
              csv.writeComment(" %s: cuts at %s".formatted(machine, cuts(classes))));
      csv.writeRecord("task_type", "machine_type", "memory_intensity", "class", "simulated");
      findings
          .classes()
          .forEach((machine, classes) ->
              classes
                  .members()
                  .forEach(member ->
                      csv.writeRecord(
                          member.taskType(),
                          machine,
                          text(member.intensity()),
                          member.name(),
                          Boolean.toString(findings.isSimulated(member.taskType(), machine)))));
    }
  }

  private static String cuts(IntensityClasses classes) {
    return classes.cuts().isEmpty()
        ? "none"
        : classes.cuts().stream().map(ResultFiles::text).collect(Collectors.joining(", "));
  }

  private void writeEnergy(Path file) throws IOException {
    CsvFile.write(
        file, ENERGY_HEADER, SharedEnergy.of(findings.results()).stream().map(ResultFiles::energy));
  }

  private static List<String> energy(SharedEnergy energy) {
    return List.of(
        energy.conditions().machineType(),
        text(energy.conditions().pState()),
        String.join("+", energy.members()),
        Integer.toString(energy.joules().count()),
        text(energy.joules().mean()),
        text(energy.aloneJoules()),
        text(energy.saving().orElse(Double.NaN)));
  }

  private String machines() {
    return YamlWriter.text(
        Map.of(
            "machines", findings.results().machines().stream().map(ResultFiles::machine).toList()));
  }

  private static Map<String, Object> machine(MeasuredMachine machine) {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("name", machine.name());
    entries.put("host", machine.host());
    if (!machine.pStates().isEmpty()) {
      entries.put("p_states", machine.pStates().stream().map(Hertz::text).toList());
      entries.put("turbo", machine.hasTurbo());
    }
    entries.put("cores", machine.cores().isEmpty() ? "all" : machine.cores());
    entries.put("corunner_cores", machine.corunnerCores());
    machine.energySource().ifPresent(source -> entries.put("energy", source));
    entries.put("description", machine.description());
    entries.put(
        "capabilities", machine.capabilities().stream().map(ResultFiles::capability).toList());
    return entries;
  }

  private static Map<String, String> capability(Capability capability) {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("measures", capability.measures());
    entries.put("state", Names.word(capability.state()));
    entries.put("found", capability.found());
    if (!capability.remedy().isEmpty()) {
      entries.put("remedy", capability.remedy());
    }
    return entries;
  }
}
