package org.espalier.analysis.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.analysis.study.CloudFile;
import org.espalier.analysis.study.ResolvedParetoStudy;
import org.espalier.analysis.study.SeedSource;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
import org.espalier.report.ReportData;

/** The directory of results of a study of a trade-off: written whole or not at all. */
public final class ParetoDirectory extends OwnDirectory {
  private static final String STUDY = "study.resolved.yaml";
  private static final String REPORT = "report.html";
  private static final String SEEDS = "seeds";
  private static final Set<String> OURS =
      Set.of(
          ParetoFiles.FRONT,
          ParetoFiles.FRONTS,
          ParetoFiles.BOUND,
          ParetoFiles.INDICATORS,
          CloudFile.NAME,
          ParetoFiles.ALLOCATIONS,
          SEEDS,
          STUDY,
          REPORT);

  /** The directory at a path, which need not exist. */
  public ParetoDirectory(Path path) {
    super(path, OURS);
  }

  /**
   * Writes results, replacing those that were there.
   *
   * @param version of the program
   * @return the report
   */
  public Path write(ParetoResults results, String version) throws IOException {
    write(draft -> writeInto(draft, results, version));
    return path().resolve(REPORT);
  }

  /** The report of some results, as {@link #write} writes it. */
  public static ReportData report(ParetoResults results, String version) {
    String command = "espalier pareto study.resolved.yaml";
    return ParetoReport.of(results, version, command);
  }

  private void writeInto(Path draft, ParetoResults results, String version) throws IOException {
    new ParetoFiles(results).writeAll(draft);
    Map<SeedSource, String> files = new LinkedHashMap<>();
    for (SeedSource.OfPolicy seed : results.made().keySet()) {
      String name = seed.name().replaceAll("[^A-Za-z0-9.]+", "-");
      files.put(seed, "%s/%s-%s.csv".formatted(SEEDS, files.size() + 1, name));
    }
    if (!files.isEmpty()) {
      Files.createDirectory(draft.resolve(SEEDS));
    }
    for (Map.Entry<SeedSource.OfPolicy, Allocation> seed : results.made().entrySet()) {
      Path file = draft.resolve(files.getOrDefault(seed.getKey(), ""));
      AllocationFiles.write(file, results.study().problem(), seed.getValue());
    }
    Files.writeString(
        draft.resolve(STUDY), ResolvedParetoStudy.text(results.study(), path(), files, version));
    HtmlReport.write(report(results, version), draft.resolve(REPORT));
  }
}
