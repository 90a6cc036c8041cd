package org.espalier.analysis.study;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.system.MachineCounts;

/**
 * A study as a study file with every option, so that it can be run again. Paths are relative to the
 * directory it goes to. Allocations that policies made are named as files.
 */
public final class ResolvedParetoStudy {
  private final ParetoStudy study;
  private final Path directory;
  private final Map<SeedSource, String> seedFiles;

  private ResolvedParetoStudy(
      ParetoStudy study, Path directory, Map<SeedSource, String> seedFiles) {
    this.study = study;
    this.directory = directory;
    this.seedFiles = seedFiles;
  }

  /**
   * The text of the file.
   *
   * @param directory where the file will stand
   * @param seedFiles the files beside it that hold what seeds became
   * @param version of the program
   */
  public static String text(
      ParetoStudy study, Path directory, Map<SeedSource, String> seedFiles, String version) {
    return "# Written by Espalier; run it again with: espalier pareto study.resolved.yaml\n"
        + YamlWriter.text(new ResolvedParetoStudy(study, directory, seedFiles).entries(version));
  }

  private Map<String, Object> entries(String version) {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("version", version);
    entries.put("name", study.about().name());
    entries.put("title", study.about().title());
    if (!study.about().description().isEmpty()) {
      entries.put("description", study.about().description());
    }
    entries.put("seed", study.seed());
    entries.put("system", input(study.inputs().system()));
    entries.put("workload", input(study.inputs().workload()));
    if (!study.inputs().machines().isEmpty()) {
      entries.put(MachineCounts.BLOCK, study.inputs().machines());
    }
    entries.put("utility_threshold", study.problem().utilityThreshold());
    entries.put(
        "objectives", List.of(study.objectives().first().key(), study.objectives().second().key()));
    entries.put("method", Names.word(study.search().method()));
    study.search().limit().ifPresent(limit -> entries.put("time", Quantities.text(limit)));
    entries.put("sweep", sweep());
    entries.put("nsga2", genetic());
    entries.put("populations", populations());
    entries.put("uncertainty", uncertainty());
    entries.put("monte_carlo", study.judging().monteCarlo());
    study
        .judging()
        .beside()
        .ifPresent(
            other -> entries.put("beside", YamlWriter.relative(other.directory(), directory)));
    study.reference().ifPresent(at -> entries.put("reference", List.of(at.first(), at.second())));
    return entries;
  }

  private Object input(InputSource source) {
    return switch (source) {
      case InputSource.File file -> YamlWriter.relative(file.path(), directory);
      case InputSource.Generated generated -> generated.options();
    };
  }

  private Map<String, Object> sweep() {
    PriceSweep.Settings settings = study.search().sweep();
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("weights", settings.weights());
    entries.put("rounds", settings.rounds());
    entries.put("gap", settings.gap());
    return entries;
  }

  private Map<String, Object> genetic() {
    GeneticSettings settings = study.search().genetic();
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("population", settings.population());
    entries.put("generations", study.search().generations());
    entries.put("snapshots", study.search().snapshots());
    entries.put("mutation", settings.mutation());
    entries.put("ranking", Names.word(settings.ranking()));
    entries.put("islands", settings.islands());
    entries.put("migrate_every", settings.migrationGenerations());
    entries.put("migrants", settings.migrants());
    return entries;
  }

  private Map<String, Object> populations() {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Population population : study.search().populations()) {
      entries.put(population.name(), population.seeds().stream().map(this::seed).toList());
    }
    return entries;
  }

  private Object seed(SeedSource seed) {
    return switch (seed) {
      case SeedSource.Heuristic heuristic -> heuristic.name();
      case SeedSource.OfFile file -> Map.of("tasks", YamlWriter.relative(file.file(), directory));
      case SeedSource.OfPolicy policy ->
          Map.of("tasks", seedFiles.getOrDefault(policy, policy.name()));
    };
  }

  private Map<String, Object> uncertainty() {
    ParetoStudy.Judging judging = study.judging();
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("method", Names.word(judging.method()));
    entries.put("samples", judging.samples());
    entries.put("utility_percentile", judging.utilityPercentile());
    entries.put("energy_percentile", judging.energyPercentile());
    judging
        .spreadFile()
        .ifPresent(file -> entries.put("spread", YamlWriter.relative(file, directory)));
    return entries;
  }
}
