import org.jspecify.annotations.NullMarked;

/**
 * Trade-offs of static allocations: Pareto fronts, and bounds on them.
 *
 * <p>A {@link org.espalier.analysis.problem.StaticProblem} is what is to be allocated. A {@link
 * org.espalier.analysis.bound.UtilityEnergyBound} and a {@link
 * org.espalier.analysis.bound.MakespanEnergyBound} are what no allocation does better than; a
 * {@link org.espalier.analysis.sweep.PriceSweep} and a {@link
 * org.espalier.analysis.nsga2.GeneticSearch} find fronts, which are points of {@link
 * org.espalier.analysis.front.Losses}. All else serves the command line.
 */
@SuppressWarnings("module") // modules that are built after this one are named
@NullMarked
module org.espalier.analysis {
  requires org.apache.commons.statistics.distribution;
  requires transitive org.espalier.core;
  requires transitive org.espalier.report;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.espalier.analysis.bound;
  exports org.espalier.analysis.front;
  exports org.espalier.analysis.nsga2;
  exports org.espalier.analysis.problem;
  exports org.espalier.analysis.result to
      org.espalier.cli;
  exports org.espalier.analysis.run to
      org.espalier.cli;
  exports org.espalier.analysis.stochastic to
      org.espalier.cli;
  exports org.espalier.analysis.study to
      org.espalier.cli;
  exports org.espalier.analysis.sweep;
}
