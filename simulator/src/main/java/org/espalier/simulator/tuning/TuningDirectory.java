package org.espalier.simulator.tuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.study.Origin;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.workload.text.CsvFile;

/** The directory of a search of settings: written whole or not at all. */
public final class TuningDirectory extends OwnDirectory {
  /** The study with the best settings. */
  public static final String STUDY = "study.yaml";

  /** All that was tried, a row each. */
  static final String TRIED = "tried.csv";

  /** The report of the search. */
  public static final String REPORT = "report.html";

  /** The directory at a path, which need not exist. */
  public TuningDirectory(Path directory) {
    super(directory, Set.of(STUDY, TRIED, REPORT));
  }

  /**
   * Writes what came of a search into the directory that is to take the place of this one.
   *
   * @param origin what made it
   */
  public void writeInto(Path draft, TuningResults results, Origin origin) throws IOException {
    TuningPlan plan = results.plan();
    String study =
        ResolvedStudy.text(
            plan.withTuned(results.tuned()),
            plan.study().system().tick(),
            path(),
            origin.version());
    Files.writeString(draft.resolve(STUDY), study + origin.text(plan.study().inputFiles(), path()));
    writeTried(draft.resolve(TRIED), results);
    HtmlReport.write(TuningReport.of(results, origin.exact(), study), draft.resolve(REPORT));
  }

  private static void writeTried(Path file, TuningResults results) throws IOException {
    String key = results.plan().column().key();
    List<String> header = new ArrayList<>();
    results.plan().searched().forEach(setting -> header.add(setting.setting().key()));
    header.addAll(List.of("tuning_trials", key, key + "_ci95"));
    header.addAll(List.of(key + "_difference", key + "_difference_ci95"));
    TuningResults.Tried preset = results.tried().get(results.preset());
    CsvFile.write(file, header, results.tried().stream().map(tried -> row(tried, preset)));
  }

  private static List<String> row(TuningResults.Tried tried, TuningResults.Tried preset) {
    List<String> row = new ArrayList<>(tried.values());
    row.add(Integer.toString(tried.trials().size()));
    row.addAll(NumberText.forCsv(tried.mean()));
    row.addAll(NumberText.forCsv(tried.difference(preset)));
    return row;
  }
}
