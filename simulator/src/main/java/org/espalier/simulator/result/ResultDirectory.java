package org.espalier.simulator.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportData;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.simulator.study.RunningTotal;
import org.espalier.simulator.study.Study;

/**
 * The directory of results: written whole or not at all. Results are written to a directory beside
 * it, which takes its place at the end.
 */
public final class ResultDirectory {
  static final String STUDY = "study.resolved.yaml";
  static final String REPORT = "report.html";
  private static final String NOTES = "notes.txt";
  private static final String TASKS = "tasks";
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
                  TASKS),
              Arrays.stream(Breakdown.values()).map(ResultDirectory::partsFile))
          .collect(Collectors.toUnmodifiableSet());

  private final Path directory;

  /** The directory at a path, which need not exist. */
  public ResultDirectory(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  /**
   * Why results cannot go there: it holds something else, which would be lost, or nothing can be
   * written beside it.
   */
  public Optional<String> obstacle() {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return unwritable();
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("is not a directory");
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> !OURS.contains(name))
          .sorted()
          .findFirst()
          .map(name -> "holds %s, which is not a result and would be lost".formatted(name))
          .or(this::unwritable);
    } catch (IOException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
  }

  /** Why the draft could not be made, found by making a directory where it would be. */
  private Optional<String> unwritable() {
    Path above = directory.getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above == null || !Files.isDirectory(above)) {
      return Optional.of("cannot be made: %s is not a directory".formatted(above));
    }
    try {
      Files.delete(Files.createTempDirectory(above, ".espalier-"));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be written: nothing can be made in " + above);
    }
  }

  /**
   * Writes results, replacing those that were there.
   *
   * @param version of the program
   * @return the report
   */
  public Path write(ExperimentResults results, String version) throws IOException {
    long process = ProcessHandle.current().pid();
    Path draft =
        directory.resolveSibling(".%s.part-%d".formatted(directory.getFileName(), process));
    delete(draft);
    Files.createDirectories(draft);
    try {
      writeInto(draft, results, version);
      replaceBy(draft);
    } finally {
      delete(draft);
    }
    return directory.resolve(REPORT);
  }

  /** The report of some results, as {@link #write} writes it. */
  public static ReportData report(ExperimentResults results, String version) {
    return ReportFiller.report(results, version, traceIds(results));
  }

  private void writeInto(Path draft, ExperimentResults results, String version) throws IOException {
    ResultFiles files = new ResultFiles(results);
    files.writeSummary(draft.resolve(ResultFiles.SUMMARY));
    files.writeTrials(draft.resolve(ResultFiles.TRIALS));
    files.writeMisses(draft.resolve(ResultFiles.MISSES));
    files.writeTypes(draft.resolve(ResultFiles.TYPES));
    files.writeTiming(draft.resolve(ResultFiles.TIMING));
    for (Breakdown breakdown : Breakdown.values()) {
      if (!results.parts(breakdown).isEmpty()) {
        files.writeParts(draft.resolve(partsFile(breakdown)), breakdown);
      }
    }
    RunningTotals totals = new RunningTotals(results);
    if (Arrays.stream(RunningTotal.values()).anyMatch(totals::has)) {
      files.writeCumulative(draft.resolve(ResultFiles.CUMULATIVE));
    }
    Study study = results.experiment().study();
    if (study.comparison().baseline().isPresent()) {
      files.writePaired(draft.resolve(ResultFiles.PAIRED));
    }
    List<String> notes = results.experiment().notes();
    if (!notes.isEmpty()) {
      Files.writeString(draft.resolve(NOTES), String.join("\n", notes) + "\n");
    }
    Files.writeString(
        draft.resolve(STUDY),
        ResolvedStudy.text(study, results.experiment().system().tick(), directory, version));
    writeTraces(draft, files, traceIds(results));
    HtmlReport.write(report(results, version), draft.resolve(REPORT));
  }

  /** The id of each trace, which is also the name of its file. */
  private static Map<Trace, String> traceIds(ExperimentResults results) {
    Map<Trace, String> ids = new LinkedHashMap<>();
    for (Trace trace : results.traces()) {
      String label = results.experiment().scenarios().get(trace.scenario()).label();
      String id = "%s-%d".formatted(label.replaceAll("[^A-Za-z0-9.]+", "-"), trace.trial());
      ids.put(trace, ids.containsValue(id) ? id + "-" + trace.scenario() : id);
    }
    return ids;
  }

  private static String partsFile(Breakdown breakdown) {
    return breakdown.key() + ".csv";
  }

  /** The file of a trace below the directory. */
  static String traceFile(String id) {
    return TASKS + "/" + id + ".csv";
  }

  private static void writeTraces(Path draft, ResultFiles files, Map<Trace, String> ids)
      throws IOException {
    if (!ids.isEmpty()) {
      Files.createDirectory(draft.resolve(TASKS));
    }
    for (Map.Entry<Trace, String> entry : ids.entrySet()) {
      files.writeTrace(draft.resolve(traceFile(entry.getValue())), entry.getKey());
    }
  }

  private void replaceBy(Path draft) throws IOException {
    Path old = draft.resolveSibling(draft.getFileName() + ".old");
    boolean replaces = Files.exists(directory);
    if (replaces) {
      Files.move(directory, old);
    }
    try {
      Files.move(draft, directory);
    } catch (IOException e) {
      if (replaces) {
        Files.move(old, directory);
      }
      throw e;
    }
    delete(old);
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      paths.sorted(Comparator.reverseOrder()).forEach(ResultDirectory::deleteOne);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
