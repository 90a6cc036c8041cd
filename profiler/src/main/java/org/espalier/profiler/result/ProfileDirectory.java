package org.espalier.profiler.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.Drift;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvFile.Column;

/** The directory of results of a plan of measurements: written whole or not at all. */
public final class ProfileDirectory extends OwnDirectory {
  private static final String SAMPLES = "samples.csv";
  private static final String SLOW_DOWNS = "slow-downs.csv";
  private static final String SUMMARY = "summary.csv";
  private static final String INTENSITY = "intensity.csv";
  private static final String ENERGY = "shared-energy.csv";
  private static final String MACHINES = "machines.yaml";
  private static final String PLAN = "plan.yaml";
  private static final String REPORT = "report.html";
  private static final Set<String> OURS =
      Set.of(SAMPLES, SLOW_DOWNS, SUMMARY, INTENSITY, ENERGY, MACHINES, PLAN, REPORT);

  private static final List<Column<CellSummary>> SUMMARY_COLUMNS =
      List.of(
          new Column<>("task_type", CellSummary::taskType),
          new Column<>("machine_type", CellSummary::machineType),
          Column.ofWhole("p_state", cell -> cell.cell().conditions().pState()),
          new Column<>("corunners", cell -> String.join("+", cell.cell().corunners())),
          new Column<>("runs", cell -> Integer.toString(cell.time().count())),
          Column.ofNumber("mean_s", cell -> cell.time().mean().mean()),
          Column.ofNumber("mean_half_width_s", cell -> cell.time().mean().halfWidth()),
          Column.ofNumber("median_s", cell -> cell.time().median().median()),
          Column.ofNumber("median_low_s", cell -> cell.time().median().low()),
          Column.ofNumber("median_high_s", cell -> cell.time().median().high()),
          Column.ofNumber("deviation_s", cell -> cell.time().deviation()),
          Column.ofNumber("least_s", cell -> cell.time().least()),
          Column.ofNumber("most_s", cell -> cell.time().most()),
          new Column<>("outliers", cell -> Integer.toString(cell.time().outliers().size())),
          Column.ofNumber("drift_p", cell -> known(cell.time().drift(), Drift::pValue)),
          Column.ofNumber("drift_change", cell -> known(cell.time().drift(), Drift::change)),
          new Column<>("noisy_runs", cell -> Long.toString(cell.noisy())),
          Column.ofNumber("energy_j", cell -> known(cell.energy(), MeanInterval::mean)),
          Column.ofNumber(
              "energy_half_width_j", cell -> known(cell.energy(), MeanInterval::halfWidth)),
          Column.ofNumber("memory_intensity", cell -> known(cell.intensity(), MeanInterval::mean)),
          Column.ofNumber(
              "memory_intensity_half_width",
              cell -> known(cell.intensity(), MeanInterval::halfWidth)),
          new Column<>(
              "simulated",
              cell -> cell.intensity().isPresent() ? Boolean.toString(cell.isSimulated()) : ""));

  private static final List<Column<SharedEnergy>> ENERGY_COLUMNS =
      List.of(
          new Column<>("machine_type", energy -> energy.conditions().machineType()),
          Column.ofWhole("p_state", energy -> energy.conditions().pState()),
          new Column<>("members", energy -> String.join("+", energy.members())),
          new Column<>("runs", energy -> Integer.toString(energy.joules().count())),
          Column.ofNumber("energy_j", energy -> energy.joules().mean()),
          Column.ofNumber("alone_energy_j", SharedEnergy::aloneJoules),
          Column.ofNumber("saving", SharedEnergy::saving));

  /** The directory at a path, which need not exist. */
  public ProfileDirectory(Path path) {
    super(path, OURS);
  }

  /**
   * Writes results with at least one run, replacing those that were there.
   *
   * @param version of the program
   * @return the report
   */
  public Path write(PlanResults results, String version) throws IOException {
    Findings findings = Findings.of(results);
    write(draft -> {
      writeAll(findings, draft);
      Files.writeString(draft.resolve(PLAN), results.plan().about().text());
      HtmlReport.write(ProfileReport.of(findings, version), draft.resolve(REPORT));
    });
    return path().resolve(REPORT);
  }

  /** Writes those of which there is anything. */
  private static void writeAll(Findings findings, Path directory) throws IOException {
    SampleCsv.write(directory.resolve(SAMPLES), findings.samples());
    CsvFile.writeRows(directory.resolve(SUMMARY), SUMMARY_COLUMNS, findings.cells().stream());
    Files.writeString(directory.resolve(MACHINES), machines(findings));
    if (!findings.slowDowns().rows().isEmpty()) {
      findings.slowDowns().write(directory.resolve(SLOW_DOWNS));
    }
    if (!findings.classes().isEmpty()) {
      writeIntensity(findings, directory.resolve(INTENSITY));
    }
    if (!findings.results().sets().isEmpty()) {
      CsvFile.writeRows(
          directory.resolve(ENERGY), ENERGY_COLUMNS, SharedEnergy.of(findings.results()).stream());
    }
  }

  /** A number of something; NaN where that is not there. */
  private static <T> double known(Optional<T> of, ToDoubleFunction<T> number) {
    return of.stream().mapToDouble(number).findFirst().orElse(Double.NaN);
  }

  private static void writeIntensity(Findings findings, Path file) throws IOException {
    List<String> comments = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    findings
        .classes()
        .forEach((machine, classes) -> {
          comments.add("%s: cuts at %s".formatted(machine, cuts(classes)));
          for (IntensityClasses.Member member : classes.members()) {
            rows.add(
                List.of(
                    member.taskType(),
                    machine,
                    CsvFile.text(member.intensity()),
                    member.name(),
                    Boolean.toString(findings.isSimulated(member.taskType(), machine))));
          }
        });
    List<String> header =
        List.of("task_type", "machine_type", "memory_intensity", "class", "simulated");
    CsvFile.write(file, comments, header, rows.stream());
  }

  private static String cuts(IntensityClasses classes) {
    return classes.cuts().isEmpty()
        ? "none"
        : classes.cuts().stream().map(CsvFile::text).collect(Collectors.joining(", "));
  }

  private static String machines(Findings findings) {
    return YamlWriter.text(
        Map.of(
            "machines",
            findings.results().machines().stream().map(ProfileDirectory::machine).toList()));
  }

  private static Map<String, Object> machine(MeasuredMachine machine) {
    Optional<MeasuredMachine> set = Optional.of(machine).filter(m -> !m.pStates().isEmpty());
    return YamlWriter.entries(
        "name", machine.name(),
        "host", machine.host(),
        "p_states", set.map(m -> m.pStates().stream().map(Hertz::text).toList()),
        "turbo", set.map(MeasuredMachine::hasTurbo),
        "cores", machine.cores().isEmpty() ? "all" : machine.cores(),
        "corunner_cores", machine.corunnerCores(),
        "energy", machine.energySource(),
        "description", machine.description(),
        "capabilities", machine.capabilities().stream().map(ProfileDirectory::capability).toList());
  }

  private static Map<String, Object> capability(Capability capability) {
    return YamlWriter.entries(
        "measures", capability.measures(),
        "state", capability.state(),
        "found", capability.found(),
        "remedy", capability.remedy());
  }
}
