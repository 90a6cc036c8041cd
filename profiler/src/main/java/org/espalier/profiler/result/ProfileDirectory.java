package org.espalier.profiler.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.espalier.profiler.run.PlanResults;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;

/** The directory of results of a plan of measurements: written whole or not at all. */
public final class ProfileDirectory extends OwnDirectory {
  private static final String PLAN = "plan.yaml";
  private static final String REPORT = "report.html";
  private static final Set<String> OURS =
      Set.of(
          MeasurementFiles.SAMPLES,
          MeasurementFiles.SLOW_DOWNS,
          MeasurementFiles.SUMMARY,
          MeasurementFiles.INTENSITY,
          MeasurementFiles.ENERGY,
          MeasurementFiles.MACHINES,
          PLAN,
          REPORT);

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
      new MeasurementFiles(findings).writeAll(draft);
      Files.writeString(draft.resolve(PLAN), results.plan().about().text());
      HtmlReport.write(ProfileReport.of(findings, version), draft.resolve(REPORT));
    });
    return path().resolve(REPORT);
  }
}
