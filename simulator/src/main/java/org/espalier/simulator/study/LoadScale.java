package org.espalier.simulator.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import org.espalier.workload.policy.PolicyEntry;

/**
 * What makes the load of a study of deadlines heavier.
 *
 * @param option how heavy it is
 * @param one its value in the study; the first one if it is an axis
 */
public record LoadScale(Experiment experiment, InputOption<Double> option, double one) {
  /** That of a study. */
  public static LoadScale of(Experiment experiment) {
    WorkloadSource source = experiment.study().inputs().workload();
    boolean hasLoad =
        source instanceof WorkloadSource.Files
            || (source instanceof WorkloadSource.Generated generated
                && generated.mix().isPresent());
    InputOption<Double> option = hasLoad ? WorkloadOptions.LOAD : WorkloadOptions.ARRIVAL_INTENSITY;
    String text =
        experiment.study().comparison().axes().stream()
            .filter(axis -> axis.key().equals(option.key()))
            .map(axis -> axis.values().getFirst())
            .findFirst()
            .orElseGet(() -> source.options().text(option));
    return new LoadScale(experiment, option, option.parse(text));
  }

  /** A multiple of the study's load, as the user sets it. */
  public String text(double load) {
    return new BigDecimal(one * load)
        .round(new MathContext(9))
        .stripTrailingZeros()
        .toPlainString();
  }

  /** The study under one policy at a multiple of its load. */
  public Experiment at(double load, PolicyEntry policy) {
    return at(load, policy, experiment.study().inputs().system());
  }

  /** The same on some machines. */
  public Experiment at(double load, PolicyEntry policy, Map<String, Integer> fleet) {
    SystemSource.Described read = (SystemSource.Described) experiment.study().inputs().system();
    return at(load, policy, new SystemSource.Described(read.systems(), read.times(), fleet));
  }

  private Experiment at(double load, PolicyEntry policy, SystemSource system) {
    Study study = experiment.study();
    String value = text(load);
    Study.Comparison compared =
        study.comparison().withPolicies(List.of(policy), policy.name()).with(option, value);
    WorkloadSource workload =
        study.inputs().workload().with(new InputValues(Map.of(option, value)));
    return experiment.with(
        study.plan(), new Study.Inputs(system, workload, study.inputs().believedPet()), compared);
  }
}
