package org.espalier.analysis.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlText;

/**
 * Writes a study as a study file with every option, so that it can be run again: paths are relative
 * to the directory it goes to, and allocations that policies made are named as files.
 */
public final class ResolvedParetoStudy {
  private final ParetoStudy study;
  private final Path directory;
  private final Map<SeedSource, String> seedFiles;
  private final StringBuilder yaml = new StringBuilder();

  private ResolvedParetoStudy(
      ParetoStudy study, Path directory, Map<SeedSource, String> seedFiles) {
    this.study = study;
    this.directory = directory.toAbsolutePath().normalize();
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
    return new ResolvedParetoStudy(study, directory, seedFiles).write(version);
  }

  private String write(String version) {
    line("# Written by Espalier; run it again with: espalier pareto study.resolved.yaml");
    entry("version", version);
    entry("name", study.about().name());
    entry("title", study.about().title());
    if (!study.about().description().isEmpty()) {
      entry("description", study.about().description());
    }
    line("seed: " + study.seed());
    writeInput("system", study.inputs().system());
    writeInput("workload", study.inputs().workload());
    line("utility_threshold: " + study.problem().utilityThreshold());
    line(
        "objectives: [%s, %s]"
            .formatted(study.objectives().first().key(), study.objectives().second().key()));
    line("method: " + Names.word(study.search().method()));
    study.search().limit().ifPresent(limit -> entry("time", Quantities.text(limit)));
    writeSearch();
    writePopulations();
    writeJudging();
    study
        .reference()
        .ifPresent(at -> line("reference: [%s, %s]".formatted(at.first(), at.second())));
    return yaml.toString();
  }

  private void writeInput(String key, InputSource source) {
    switch (source) {
      case InputSource.File file -> entry(key, relative(file.path()));
      case InputSource.Generated generated -> {
        if (generated.options().isEmpty()) {
          line(key + ": {}");
        } else {
          line(key + ":");
          generated
              .options()
              .forEach(
                  (option, value) -> line("  %s: %s".formatted(option, YamlText.scalar(value))));
        }
      }
    }
  }

  private void writeSearch() {
    PriceSweep.Settings sweep = study.search().sweep();
    line(
        "sweep: {weights: %d, rounds: %d, gap: %s}"
            .formatted(sweep.weights(), sweep.rounds(), sweep.gap()));
    GeneticSettings genetic = study.search().genetic();
    line("nsga2:");
    line("  population: " + genetic.population());
    line("  generations: " + study.search().generations());
    line("  snapshots: " + study.search().snapshots());
    line("  mutation: " + genetic.mutation());
    line("  ranking: " + Names.word(genetic.ranking()));
    line("  islands: " + genetic.islands());
    line("  migrate_every: " + genetic.migrationGenerations());
    line("  migrants: " + genetic.migrants());
  }

  private void writePopulations() {
    line("populations:");
    for (Population population : study.search().populations()) {
      List<String> seeds = population.seeds().stream().map(this::seed).toList();
      line("  %s: [%s]".formatted(YamlText.scalar(population.name()), String.join(", ", seeds)));
    }
  }

  private String seed(SeedSource seed) {
    return switch (seed) {
      case SeedSource.Heuristic heuristic -> heuristic.name();
      case SeedSource.OfFile file -> tasks(relative(file.file()));
      case SeedSource.OfPolicy policy -> tasks(seedFiles.getOrDefault(policy, policy.name()));
    };
  }

  private static String tasks(String file) {
    return "{tasks: %s}".formatted(YamlText.quoted(file));
  }

  private void writeJudging() {
    ParetoStudy.Judging judging = study.judging();
    line("uncertainty:");
    line("  method: " + Names.word(judging.method()));
    line("  samples: " + judging.samples());
    line("  utility_percentile: " + judging.utilityPercentile());
    line("  energy_percentile: " + judging.energyPercentile());
    judging.spreadFile().ifPresent(file -> line("  spread: " + YamlText.quoted(relative(file))));
    line("monte_carlo: " + judging.monteCarlo());
  }

  private String relative(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path root = absolute.getRoot();
    boolean together = root != null && root.equals(directory.getRoot());
    return (together ? directory.relativize(absolute) : absolute).toString();
  }

  private void entry(String key, String value) {
    line("%s: %s".formatted(key, YamlText.scalar(value)));
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }
}
