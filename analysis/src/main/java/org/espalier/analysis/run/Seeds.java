package org.espalier.analysis.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.seed.SeedHeuristic;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.Population;
import org.espalier.analysis.study.SeedSource;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyChoice;

/**
 * The allocations that populations begin with.
 *
 * @param populations those of each population; none where nothing evolves
 * @param made what policies made of the trace, by the seed that asked for it
 */
record Seeds(List<List<Allocation>> populations, Map<SeedSource.OfPolicy, Allocation> made) {
  /**
   * The seeds that a study asks for.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a file of one is not good
   */
  static Seeds of(ParetoStudy study, Function<PolicyChoice, Allocation> policies) {
    Problems problems = new Problems();
    Seeds seeds = new Seeds(new ArrayList<>(), new LinkedHashMap<>());
    if (study.search().method().evolves()) {
      for (Population population : study.search().populations()) {
        List<Allocation> allocations = new ArrayList<>();
        for (SeedSource source : population.seeds()) {
          seeds.allocation(source, study, policies, problems).ifPresent(allocations::add);
        }
        seeds.populations.add(allocations);
      }
    }
    problems.throwIfAny();
    return seeds;
  }

  private Optional<Allocation> allocation(
      SeedSource source,
      ParetoStudy study,
      Function<PolicyChoice, Allocation> policies,
      Problems problems) {
    return switch (source) {
      case SeedSource.Heuristic heuristic ->
          Optional.of(SeedHeuristic.of(heuristic.name()).orElseThrow().allocate(study.problem()));
      case SeedSource.OfFile file -> AllocationFiles.read(file.file(), study.problem(), problems);
      case SeedSource.OfPolicy policy ->
          Optional.of(made.computeIfAbsent(policy, asked -> policies.apply(asked.choice())));
    };
  }
}
