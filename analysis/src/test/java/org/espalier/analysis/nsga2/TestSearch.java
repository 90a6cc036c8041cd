package org.espalier.analysis.nsga2;

import java.util.List;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/** Searches by expected values: execution times and powers are their means. */
final class TestSearch {
  private TestSearch() {}

  static GeneticSearch of(
      StaticProblem problem,
      ObjectivePair objectives,
      GeneticSettings settings,
      List<Allocation> seeds) {
    return new GeneticSearch(
        problem, objectives, settings, seeds, ExpectedValues.of(problem, objectives));
  }
}
