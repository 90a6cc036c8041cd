package org.espalier.cli.files;

import java.util.List;
import java.util.Optional;
import org.espalier.analysis.study.InputGenerator;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.SystemOptions;
import org.espalier.simulator.study.WorkloadOptions;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.generator.WorkloadModel;

/** Systems and traces of trade-offs, by the options that those of all other studies have. */
public final class GeneratedInputs implements InputGenerator {
  private static final int TRIAL = 1;

  @Override
  public Optional<HcSystem> system(DocumentNode mapping, String name, long seed) {
    InputValues given = InputValues.read(mapping, SystemOptions.ALL);
    mapping.rejectUnknownKeys();
    List<String> problems = SystemOptions.problems(given);
    problems.forEach(problem -> mapping.report(problem, "change one of them"));
    return problems.isEmpty()
        ? Optional.of(SystemOptions.model(name, given).generate(seed, TRIAL))
        : Optional.empty();
  }

  @Override
  public Optional<Workload> workload(DocumentNode mapping, HcSystem system, long seed) {
    InputValues given = InputValues.read(mapping, WorkloadOptions.ALL);
    mapping.rejectUnknownKeys();
    List<InputOption<?>> inVain = WorkloadOptions.withoutEffect(given, option -> false);
    for (InputOption<?> option : inVain) {
      mapping.report(
          option.key(),
          "has no effect on pattern " + WorkloadOptions.patternWord(given),
          "leave it out");
    }
    if (!inVain.isEmpty()) {
      return Optional.empty();
    }
    WorkloadModel model = WorkloadOptions.model(given);
    Optional<String> problem = model.problem(system);
    problem.ifPresent(text -> mapping.report(text, "give more tasks, or a longer longest_gap"));
    return problem.isEmpty() ? Optional.of(model.generate(system, seed, TRIAL)) : Optional.empty();
  }
}
