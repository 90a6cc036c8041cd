package org.espalier.simulator.shard;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;

/**
 * What came of some units of a study. It can be written to a file, and read back with the others of
 * its study by {@link ShardDirectory}.
 */
public final class Shard {
  private static final Comparator<StudyUnit> ORDER =
      Comparator.comparingInt(StudyUnit::trial).thenComparingInt(StudyUnit::scenario);

  private final StudyDigest study;
  private final List<UnitResult> results;

  private Shard(StudyDigest study, List<UnitResult> results) {
    this.study = study;
    this.results = List.copyOf(results);
  }

  /**
   * Runs some units of an experiment. If a policy fails, the units that have not begun do not, and
   * gathering tells of the failure.
   *
   * @param version of the program
   * @throws org.espalier.workload.document.InvalidInputException if a workload file can no longer
   *     be read
   */
  public static Shard run(
      Experiment experiment, List<StudyUnit> units, RunSettings settings, String version) {
    Problems problems = new Problems();
    Optional<StudyDigest> study = StudyDigest.of(experiment, version, problems);
    problems.throwIfAny();
    List<UnitResult> results = new ArrayList<>();
    ExperimentRunner.run(experiment, units, settings, results::add);
    results.sort(Comparator.comparing(UnitResult::unit, ORDER));
    return new Shard(study.orElseThrow(), results);
  }

  /** The results of its units, by trial and scenario. */
  public List<UnitResult> results() {
    return results;
  }

  /** Writes it to a file, whole or not at all: the file takes its name when all is written. */
  public void write(Path file) throws IOException {
    Path draft = file.resolveSibling("." + file.getFileName() + ".part");
    try (BufferedWriter writer = Files.newBufferedWriter(draft)) {
      writeLine(writer, ShardJson.line(new ShardJson.Header(study.hex(), results.size())));
      for (UnitResult result : results) {
        writeLine(writer, ShardJson.line(result));
      }
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void writeLine(BufferedWriter writer, String line) throws IOException {
    writer.write(line);
    writer.write('\n');
  }
}
