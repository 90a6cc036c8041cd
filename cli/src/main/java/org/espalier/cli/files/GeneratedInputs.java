package org.espalier.cli.files;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.analysis.study.InputGenerator;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.SystemOption;
import org.espalier.simulator.study.WorkloadOption;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.generator.WorkloadModel;

/** Systems and traces of trade-offs, by the options that those of all other studies have. */
public final class GeneratedInputs implements InputGenerator {
  private static final int TRIAL = 1;

  @Override
  public Optional<HcSystem> system(DocumentNode mapping, String name, long seed) {
    Map<SystemOption, String> given = given(mapping, SystemOption.ALL);
    mapping.rejectUnknownKeys();
    List<String> problems = SystemOption.problems(given);
    problems.forEach(problem -> mapping.report(problem, "change one of them"));
    return problems.isEmpty()
        ? Optional.of(SystemOption.model(name, given).generate(seed, TRIAL))
        : Optional.empty();
  }

  @Override
  public Optional<Workload> workload(DocumentNode mapping, HcSystem system, long seed) {
    Map<WorkloadOption, String> given = given(mapping, Arrays.asList(WorkloadOption.values()));
    mapping.rejectUnknownKeys();
    List<WorkloadOption> inVain = WorkloadOption.withoutEffect(given, option -> false);
    for (WorkloadOption option : inVain) {
      mapping.report(
          option.key(),
          "has no effect on pattern " + WorkloadOption.patternWord(given),
          "leave it out");
    }
    if (!inVain.isEmpty()) {
      return Optional.empty();
    }
    WorkloadModel model = WorkloadOption.model(given);
    Optional<String> problem = model.problem(system);
    problem.ifPresent(text -> mapping.report(text, "give more tasks, or a longer longest_gap"));
    return problem.isEmpty() ? Optional.of(model.generate(system, seed, TRIAL)) : Optional.empty();
  }

  private static <O extends InputOption> Map<O, String> given(
      DocumentNode mapping, List<O> options) {
    Map<O, String> given = new LinkedHashMap<>();
    for (O option : options) {
      mapping
          .node(option.key())
          .find()
          .flatMap(option::value)
          .ifPresent(text -> given.put(option, text));
    }
    return given;
  }
}
