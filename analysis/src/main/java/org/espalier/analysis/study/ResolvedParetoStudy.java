package org.espalier.analysis.study;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.workload.document.YamlWriter;

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
    ParetoStudy.Search search = study.search();
    ObjectivePair objectives = study.objectives();
    return YamlWriter.entries(
        "version", version,
        "name", study.about().name(),
        "title", study.about().title(),
        "description", study.about().description(),
        "seed", study.seed(),
        "system", input(study.inputs().system()),
        "workload", input(study.inputs().workload()),
        "machines", Optional.of(study.inputs().machines()).filter(m -> !m.isEmpty()),
        "utility_threshold", study.problem().utilityThreshold(),
        "objectives", List.of(objectives.first().key(), objectives.second().key()),
        "method", search.method(),
        "time", search.limit(),
        "sweep", sweep(search.sweep()),
        "nsga2", genetic(search.genetic()),
        "populations", populations(),
        "uncertainty", uncertainty(study.judging()),
        "monte_carlo", study.judging().monteCarlo(),
        "beside", study.judging().beside().map(other -> relative(other.directory())),
        "reference", study.reference().map(at -> List.of(at.first(), at.second())));
  }

  private String relative(Path file) {
    return YamlWriter.relative(file, directory);
  }

  private Object input(InputSource source) {
    return switch (source) {
      case InputSource.File file -> relative(file.path());
      case InputSource.Generated generated -> generated.options();
    };
  }

  private static Map<String, Object> sweep(PriceSweep.Settings settings) {
    return YamlWriter.entries("weights", settings.weights(), "rounds", settings.rounds());
  }

  private Map<String, Object> genetic(GeneticSettings settings) {
    return YamlWriter.entries(
        "population", settings.population(),
        "generations", study.search().generations(),
        "snapshots", study.search().snapshots(),
        "mutation", settings.mutation(),
        "ranking", settings.ranking());
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
      case SeedSource.OfFile file -> Map.of("tasks", relative(file.file()));
      case SeedSource.OfPolicy policy ->
          Map.of("tasks", seedFiles.getOrDefault(policy, policy.name()));
    };
  }

  private Map<String, Object> uncertainty(ParetoStudy.Judging judging) {
    return YamlWriter.entries(
        "method", judging.method(),
        "samples", judging.samples(),
        "utility_percentile", judging.utilityPercentile(),
        "energy_percentile", judging.energyPercentile(),
        "spread", judging.spreadFile().map(this::relative));
  }
}
