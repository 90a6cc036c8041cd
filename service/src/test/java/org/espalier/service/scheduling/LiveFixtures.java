package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.LiveService.TaskTypeView;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.store.Store;
import org.espalier.testkit.TinySystems;
import org.espalier.workload.policy.RegistrySettings;

/** A small live system whose commands only take their time. */
public final class LiveFixtures {
  private LiveFixtures() {}

  /** Two machines of one type; a task takes 40 to 60 ms; a tick is a millisecond. */
  public static HcSystem system() {
    HcSystem twins = TinySystems.twins(Pmf.of(40, 10, 0.25, 0.5, 0.25));
    return new HcSystem(
        twins.name(),
        Duration.ofMillis(1),
        twins.taskTypes(),
        twins.machineTypes(),
        twins.machines(),
        twins.pet());
  }

  /** A scheduler of {@link #system} with the settings of preset journal. */
  public static LiveScheduler start(Store store, String policy, int room, boolean mayRetry) {
    return start(store, policy, room, mayRetry, state -> Learning.NONE);
  }

  /** One that learns. */
  static LiveScheduler start(
      Store store, String policy, int room, boolean mayRetry, Function<String, Learning> learning) {
    return LiveScheduler.start(
        settings(policies(), policy, room, mayRetry), store, TimedBackend::new, learning);
  }

  static SchedulerSettings settings(Policies policies, String policy, int room, boolean mayRetry) {
    return new SchedulerSettings(
        system(),
        PolicySettings.JOURNAL.rules(),
        policies,
        policy,
        new TimedCommands(type -> mayRetry),
        room,
        false,
        2000);
  }

  /** The built-in policies with the settings of preset journal. */
  public static Policies policies() {
    PolicyRegistry registry = PolicyRegistry.builtIn();
    return new RegistryPolicies(
        registry, registry.names(), RegistrySettings.of(PolicySettings.JOURNAL), "{}");
  }

  /** A store in memory. */
  public static Store store() {
    return new MemoryStore();
  }

  /** A task's command is its parameters {@code ms} and {@code exit}; some types may be retried. */
  record TimedCommands(Predicate<String> retried) implements Commands {
    @Override
    public List<Fault> faults(Submission submission, String pointer) {
      return submission.parameters().containsKey("ms")
          ? List.of()
          : List.of(new Fault(pointer + "/parameters/ms", "missing; say how long it takes"));
    }

    @Override
    public List<String> command(Submission submission) {
      List<String> command = new ArrayList<>();
      command.add(submission.parameters().get("ms"));
      Optional.ofNullable(submission.parameters().get("exit")).ifPresent(command::add);
      return command;
    }

    @Override
    public boolean keepsOutput(String type) {
      return false;
    }

    @Override
    public boolean mayRetry(String type) {
      return retried.test(type);
    }

    @Override
    public List<TaskTypeView> views() {
      return List.of(new TaskTypeView("type-0", List.of("ms: how long it takes")));
    }
  }
}
