package org.espalier.cli.files;

import java.util.List;
import java.util.Optional;
import org.espalier.analysis.study.InputGenerator;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.SystemOptions;
import org.espalier.simulator.study.WorkloadOptions;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.generator.TaskMix;
import org.espalier.workload.generator.TaskMixReader;
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
    long before = mapping.problems().count();
    InputValues given = InputValues.read(mapping, WorkloadOptions.ALL);
    Optional<TaskMix> mix =
        mapping.mapping(WorkloadOptions.TYPES).find().flatMap(TaskMixReader::read);
    mapping.rejectUnknownKeys();
    for (WorkloadOptions.InVain option :
        WorkloadOptions.withoutEffect(given, mix, other -> false)) {
      mapping.report(option.key(), "has no effect on " + option.on(), option.remedy());
    }
    if (mapping.problems().count() > before) {
      return Optional.empty();
    }
    WorkloadModel model = WorkloadOptions.model(given, mix);
    Optional<String> problem = model.problem(system);
    problem.ifPresent(text -> mapping.report(text, model.remedy()));
    return problem.isEmpty() ? Optional.of(model.generate(system, seed, TRIAL)) : Optional.empty();
  }
}
