package org.espalier.simulator.shard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;

/** A directory of shards: all files in it whose names end in {@value #ENDING}. */
public final class ShardDirectory {
  /** How names of shards end. */
  public static final String ENDING = ".shard";

  private static final int NAMED_UNITS = 3;

  private final Path directory;
  private final Experiment experiment;
  private final StudyDigest study;
  private final Problems problems;
  private final Gathering gathering;
  private final Map<StudyUnit, Path> files = new HashMap<>();

  private ShardDirectory(
      Path directory, Experiment experiment, StudyDigest study, Problems problems) {
    this.directory = directory;
    this.experiment = experiment;
    this.study = study;
    this.problems = problems;
    this.gathering = new Gathering(experiment);
  }

  /**
   * Gathers shards to the results of their experiment: those that it would have given if it had
   * been run at once.
   *
   * @param version of the program
   * @return the results; empty if there are problems: a shard of another study, of other inputs or
   *     of another version, a unit that is there twice or missing, a file that is damaged
   * @throws org.espalier.simulator.run.PolicyFailedException if a policy failed in a shard
   */
  public static Optional<ExperimentResults> gather(
      Path directory, Experiment experiment, String version, Problems problems) {
    return StudyDigest.of(experiment, version, problems)
        .flatMap(study -> new ShardDirectory(directory, experiment, study, problems).gather());
  }

  private Optional<ExperimentResults> gather() {
    long before = problems.count();
    shards().forEach(this::read);
    if (problems.count() == before && !gathering.hasFailed()) {
      reportMissing();
    }
    return problems.count() == before ? Optional.of(gathering.results()) : Optional.empty();
  }

  private List<Path> shards() {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(file -> String.valueOf(file.getFileName()).endsWith(ENDING))
          .sorted()
          .toList();
    } catch (IOException e) {
      problems.in(directory).report(e);
      return List.of();
    }
  }

  private void read(Path file) {
    ShardReader reader = new ShardReader(problems.in(file), study);
    reader.read((result, own) -> add(result, file, own));
  }

  private void add(UnitResult result, Path file, FileProblems own) {
    StudyUnit unit = result.unit();
    if (!gathering.knows(unit)) {
      own.report(
          0,
          "",
          "",
          "holds trial %d of scenario %d, which the study does not have"
              .formatted(unit.trial(), unit.scenario()),
          "run the shard again");
    } else if (gathering.has(unit)) {
      own.report(
          0,
          "",
          "",
          "holds %s, which %s holds too".formatted(name(unit), files.get(unit)),
          "leave one of the files out");
    } else {
      gathering.add(result);
      files.put(unit, file);
    }
  }

  private void reportMissing() {
    List<StudyUnit> missing = gathering.missing();
    if (!missing.isEmpty()) {
      List<String> first = missing.stream().limit(NAMED_UNITS).map(this::name).toList();
      problems.add(
          new Problem(
              directory,
              0,
              "",
              "",
              "lacks %,d of %,d units of the study: %s%s"
                  .formatted(
                      missing.size(),
                      experiment.totalTrials(),
                      String.join("; ", first),
                      missing.size() > first.size() ? "; and others" : ""),
              "run the shards that are missing"));
    }
  }

  private String name(StudyUnit unit) {
    return "trial %d of %s"
        .formatted(unit.trial(), experiment.scenarios().get(unit.scenario()).label());
  }
}
