package org.espalier.analysis.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.Population;

/**
 * Tells studies apart whose searches go different ways. How long a search goes on does not count,
 * so that one can go on for longer than was asked at first.
 */
final class SearchDigest {
  private final MessageDigest digest;

  private SearchDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The digest of a study.
   *
   * @param seeds what its seeds became, by population
   */
  static byte[] of(ParetoStudy study, List<List<Allocation>> seeds) throws IOException {
    SearchDigest digest = new SearchDigest();
    digest.add(study);
    digest.add(study.problem());
    seeds.forEach(digest::addSeeds);
    if (study.judging().spreadFile().isPresent()) {
      digest.digest.update(Files.readAllBytes(study.judging().spreadFile().get()));
    }
    return digest.digest.digest();
  }

  private void add(ParetoStudy study) {
    ParetoStudy.Genetic genetic = study.search().genetic();
    text(study.seed());
    text(study.objectives());
    text(study.search().method());
    text(study.search().sweep());
    text(genetic.population());
    text(genetic.mutation());
    text(genetic.ranking());
    text(genetic.islands());
    text(genetic.migrateEvery());
    text(genetic.migrants());
    text(study.search().populations().stream().map(Population::name).toList());
    text(study.judging().method());
    text(study.judging().samples());
    text(study.judging().utilityPercentile());
    text(study.judging().energyPercentile());
  }

  private void addSeeds(List<Allocation> seeds) {
    number(seeds.size());
    for (Allocation seed : seeds) {
      for (int task = 0; task < seed.tasks(); task++) {
        number(seed.placement(task));
        number(seed.order(task));
      }
    }
  }

  private void text(Object value) {
    digest.update(String.valueOf(value).getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private void add(StaticProblem problem) {
    number(problem.utilityThreshold());
    number(problem.tasks());
    for (int task = 0; task < problem.tasks(); task++) {
      number(problem.type(task));
      number(problem.arrival(task));
      number(problem.deadline(task));
      number(problem.functionOf(task));
    }
    problem.functions().forEach(this::text);
    for (int placement = 0; placement < problem.placements(); placement++) {
      number(problem.modeOf(placement));
    }
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < problem.modes(); mode++) {
        number(problem.seconds(type, mode));
        number(problem.watts(type, mode));
        number(problem.cost(type, mode));
      }
    }
  }

  private void number(double value) {
    digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(value).flip());
  }
}
