/** Trade-offs of static allocations: Pareto fronts, and bounds on them. */
@SuppressWarnings("module") // modules that are built after this one are named
module org.espalier.analysis {
  requires de.siegmar.fastcsv;
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
  exports org.espalier.analysis.result;
  exports org.espalier.analysis.rounding;
  exports org.espalier.analysis.run;
  exports org.espalier.analysis.seed;
  exports org.espalier.analysis.stochastic;
  exports org.espalier.analysis.study;
  exports org.espalier.analysis.sweep;
}
