package org.espalier.simulator.study;

/**
 * What makes the load of a study of deadlines heavier.
 *
 * @param key of the option
 * @param one its value in the study; the first one if it is an axis
 */
public record LoadScale(String key, double one) {
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
    return new LoadScale(option.key(), option.parse(text));
  }
}
