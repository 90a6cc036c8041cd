package org.espalier.analysis.run;

import java.util.List;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.ExpectedValues;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.stochastic.Percentile;
import org.espalier.analysis.stochastic.PercentileEvaluation;
import org.espalier.analysis.stochastic.Samples;
import org.espalier.analysis.study.ParetoStudy;

/** How a study judges allocations. */
final class Judge {
  private final ParetoStudy study;
  private final ChromosomeEvaluation<?> evaluation;

  private Judge(ParetoStudy study, ChromosomeEvaluation<?> evaluation) {
    this.study = study;
    this.evaluation = evaluation;
  }

  static Judge of(ParetoStudy study) {
    return new Judge(study, evaluation(study));
  }

  private static ChromosomeEvaluation<?> evaluation(ParetoStudy study) {
    ParetoStudy.Judging judging = study.judging();
    return switch (judging.method()) {
      case EXPECTED -> ExpectedValues.of(study.problem(), study.objectives());
      case PERCENTILE ->
          new PercentileEvaluation(
              Samples.of(study.problem(), study.uncertainty(), judging.samples(), study.seed()),
              study.objectives(),
              percentile(judging, study.objectives().first()),
              percentile(judging, study.objectives().second()));
      case EXACT -> throw new IllegalStateException();
    };
  }

  private static Percentile percentile(ParetoStudy.Judging judging, Objective objective) {
    return new Percentile(
        objective == Objective.UTILITY ? judging.utilityPercentile() : judging.energyPercentile());
  }

  /** The points of some allocations. */
  List<Losses> losses(List<Allocation> allocations) {
    return evaluation.losses(allocations);
  }

  /** A population that begins with some seeds. */
  Evolution evolution(List<Allocation> seeds, int threads) {
    ParetoStudy.Genetic genetic = study.search().genetic();
    GeneticSettings settings =
        new GeneticSettings(
            genetic.population(),
            genetic.mutation(),
            genetic.ranking(),
            genetic.islands(),
            genetic.migrateEvery(),
            genetic.migrants(),
            study.seed(),
            threads);
    return new Evolution(
        GeneticSearch.of(study.problem(), study.objectives(), settings, seeds, evaluation));
  }
}
