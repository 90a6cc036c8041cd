package org.espalier.analysis.run;

import java.util.List;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.nsga2.GeneticSearch;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.problem.Allocation;
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
    return new Judge(study, study.evaluation());
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
