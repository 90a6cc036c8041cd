package org.espalier.service.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.learning.LearningSettings;
import org.espalier.service.learning.Priors;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads how execution times are learned, and what is believed before anything was.
 *
 * <pre>{@code
 * learning:
 *   enabled: true
 *   half_life: 50             # completions after which one counts half
 *   prior_weight: 20          # completions that what was believed at first counts for
 *   after_completions: 10     # believed after so many new completions of the cell ...
 *   after: 5 s                # ... and this time ...
 *   after_change: 0.02        # ... if its distribution has moved so far (Kolmogorov distance)
 *   priors:                   # in place of the system's PET
 *     - {task_type: caption, machine_type: slow, between: [2 s, 5 s]}
 *     - {task_type: caption, machine_type: fast, like: filter, times: 1.5}
 * }</pre>
 */
final class LearningReader {
  private static final int MOST = 1_000_000;

  private final DocumentNode node;
  private final HcSystem system;
  private final List<String> taskTypes;
  private final List<String> machineTypes;

  private LearningReader(DocumentNode node, HcSystem system) {
    this.node = node;
    this.system = system;
    this.taskTypes = system.taskTypes().stream().map(TaskType::name).toList();
    this.machineTypes = system.machineTypes().stream().map(MachineType::name).toList();
  }

  /**
   * What was read.
   *
   * @param system the system with the priors in its PET
   */
  record Learned(LearningSettings settings, HcSystem system) {}

  static Optional<Learned> read(DocumentNode root, HcSystem system) {
    Optional<DocumentNode> block = root.mapping("learning").find();
    return block.isPresent()
        ? new LearningReader(block.get(), system).read()
        : Optional.of(new Learned(LearningSettings.defaults(), system));
  }

  private Optional<Learned> read() {
    LearningSettings usual = LearningSettings.defaults();
    boolean enabled = node.flag("enabled").orElse(usual.enabled());
    double halfLife = node.number("half_life", 1, MOST).orElse(usual.halfLife());
    double weight = node.number("prior_weight", 0.001, MOST).orElse(usual.priorWeight());
    LearningSettings.Publishing publishing = publishing(usual.publishing());
    List<DocumentNode> priors = node.list("priors").orElse(List.of());
    node.rejectUnknownKeys();
    HcSystem believed = system;
    for (DocumentNode prior : priors) {
      Optional<HcSystem> changed = withPrior(believed, prior);
      if (changed.isEmpty()) {
        return Optional.empty();
      }
      believed = changed.get();
    }
    LearningSettings settings =
        new LearningSettings(enabled, halfLife, weight, publishing, usual.mostPoints());
    return Optional.of(new Learned(settings, believed));
  }

  private LearningSettings.Publishing publishing(LearningSettings.Publishing usual) {
    Optional<Duration> after = node.duration("after").find();
    return new LearningSettings.Publishing(
        node.integer("after_completions", 1, MOST).orElse(usual.completions()),
        after.map(duration -> duration.dividedBy(system.tick())).orElse(usual.ticks()),
        node.number("after_change", 0, 0.999).orElse(usual.change()));
  }

  private Optional<HcSystem> withPrior(HcSystem before, DocumentNode prior) {
    int taskType = place(prior, "task_type", taskTypes);
    int machineType = place(prior, "machine_type", machineTypes);
    Optional<Pmf> pmf = Optional.empty();
    if (prior.has("like")) {
      pmf = similar(before.pet(), prior, machineType);
    } else if (prior.has("between")) {
      pmf = between(prior);
    } else {
      prior.report("says no times", "write between: [2 s, 5 s], or like: a task type");
    }
    prior.rejectUnknownKeys();
    if (pmf.isEmpty() || taskType < 0 || machineType < 0) {
      return Optional.empty();
    }
    boolean lacksPower = before.apc().filter(a -> !a.canRun(taskType, machineType)).isPresent();
    if (lacksPower) {
      prior.report("the power file of the system has no power of this pair", "add it there");
    }
    return lacksPower
        ? Optional.empty()
        : Optional.of(before.withPet(before.pet().with(taskType, machineType, 0, pmf.get())));
  }

  private static int place(DocumentNode prior, String key, List<String> names) {
    Optional<String> name = prior.string(key).required();
    if (name.isPresent() && !names.contains(name.get())) {
      prior.report(key, "is unknown to the system", Names.remedy(name.get(), names));
    }
    return name.map(names::indexOf).orElse(-1);
  }

  private Optional<Pmf> similar(PetMatrix pet, DocumentNode prior, int machineType) {
    int like = place(prior, "like", taskTypes);
    double factor = prior.number("times", 0.001, 1000).orElse(1.0);
    if (like < 0 || machineType < 0) {
      return Optional.empty();
    }
    if (!pet.canRun(like, machineType)) {
      prior.report("like", "has no times on that machine type", "name another task type");
      return Optional.empty();
    }
    return Optional.of(Priors.scaled(pet.get(like, machineType, 0), factor, pet.step()));
  }

  private Optional<Pmf> between(DocumentNode prior) {
    List<Double> ends = new ArrayList<>();
    for (DocumentNode end : prior.list("between").orElse(List.of())) {
      end.asDuration()
          .find()
          .ifPresent(duration -> ends.add((double) duration.toNanos() / system.tick().toNanos()));
    }
    if (ends.size() != 2 || ends.get(0) > ends.get(1)) {
      prior.report("between", "is no range", "write the shorter and the longer time: [2 s, 5 s]");
      return Optional.empty();
    }
    return Optional.of(Priors.uniform(ends.get(0), ends.get(1), system.pet().step()));
  }
}
