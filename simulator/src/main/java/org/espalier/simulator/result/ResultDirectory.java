package org.espalier.simulator.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
import org.espalier.report.ReportData;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.study.Origin;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.simulator.study.RunningTotal;
import org.espalier.simulator.study.Study;

/** The directory of results: written whole or not at all. */
public final class ResultDirectory extends OwnDirectory {
  static final String STUDY = "study.resolved.yaml";
  static final String REPORT = "report.html";
  private static final String NOTES = "notes.txt";
  private static final Set<String> OURS =
      Stream.concat(
              Stream.of(
                  ResultFiles.SUMMARY,
                  ResultFiles.TRIALS,
                  ResultFiles.PAIRED,
                  ResultFiles.MISSES,
                  ResultFiles.CUMULATIVE,
                  ResultFiles.TIMING,
                  ResultFiles.TYPES,
                  STUDY,
                  REPORT,
                  NOTES,
                  ResultFiles.TASKS),
              Arrays.stream(Breakdown.values()).map(breakdown -> breakdown.key() + ".csv"))
          .collect(Collectors.toUnmodifiableSet());

  /** What has wall-clock times in it. */
  private static final Set<String> VARYING = Set.of(ResultFiles.TIMING, REPORT);

  /** The directory at a path, which need not exist. */
  public ResultDirectory(Path directory) {
    super(directory, OURS::contains, VARYING);
  }

  /** Writes results of a version of the program in place of those that were there. */
  public void write(ExperimentResults results, String version) throws IOException {
    write(draft -> writeInto(draft, results, Origin.of(version)));
  }

  /**
   * The report of some results, as {@link #writeInto} writes it.
   *
   * @param settings the text of the study with all its options
   */
  public static ReportData report(ExperimentResults results, String version, String settings) {
    return ReportFiller.report(results, version, settings, traceIds(results));
  }

  /**
   * Writes results into the directory that is to take the place of this one.
   *
   * @param origin what made them
   */
  public void writeInto(Path draft, ExperimentResults results, Origin origin) throws IOException {
    ResultFiles files = new ResultFiles(results);
    ResultTables tables = new ResultTables(results);
    files.write(draft.resolve(ResultFiles.SUMMARY), tables.summary());
    files.writeTrials(draft.resolve(ResultFiles.TRIALS));
    files.writeMisses(draft.resolve(ResultFiles.MISSES));
    files.write(draft.resolve(ResultFiles.TYPES), tables.types());
    files.writeTiming(draft.resolve(ResultFiles.TIMING));
    for (ResultTable parts : tables.parts()) {
      files.write(draft.resolve(parts.id() + ".csv"), parts);
    }
    RunningTotals totals = new RunningTotals(results);
    if (Arrays.stream(RunningTotal.values()).anyMatch(totals::has)) {
      files.writeCumulative(draft.resolve(ResultFiles.CUMULATIVE));
    }
    Study study = results.experiment().study();
    if (study.comparison().baseline().isPresent()) {
      files.writePaired(draft.resolve(ResultFiles.PAIRED));
    }
    List<String> notes = new ArrayList<>(results.notes());
    notes.addAll(results.partly());
    notes.addAll(results.experiment().notes());
    if (!notes.isEmpty()) {
      Files.writeString(draft.resolve(NOTES), String.join("\n", notes) + "\n");
    }
    String settings =
        ResolvedStudy.text(study, results.experiment().system().tick(), path(), origin.version());
    String text = settings + origin.text(results.experiment().inputFiles(), path());
    Files.writeString(draft.resolve(STUDY), text);
    writeTraces(draft, files, traceIds(results));
    HtmlReport.write(report(results, origin.exact(), settings), draft.resolve(REPORT));
  }

  /** The id of each trace, which is also the name of its file. */
  private static Map<Trace, String> traceIds(ExperimentResults results) {
    Map<Trace, String> ids = new LinkedHashMap<>();
    for (Trace trace : results.traces()) {
      String label = results.experiment().scenarios().get(trace.scenario()).label();
      String id = "%s-%s".formatted(label.replaceAll("[^A-Za-z0-9.]+", "-"), trace.trial());
      ids.put(trace, ids.containsValue(id) ? id + "-" + trace.scenario() : id);
    }
    return ids;
  }

  private static void writeTraces(Path draft, ResultFiles files, Map<Trace, String> ids)
      throws IOException {
    if (!ids.isEmpty()) {
      Files.createDirectory(draft.resolve(ResultFiles.TASKS));
    }
    for (Map.Entry<Trace, String> entry : ids.entrySet()) {
      files.writeTrace(draft.resolve(ResultFiles.traceFile(entry.getValue())), entry.getKey());
    }
  }
}
