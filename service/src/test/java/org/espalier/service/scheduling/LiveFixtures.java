package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.RealTimers;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.backend.Timers;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Urgency;
import org.espalier.service.store.Store;
import org.espalier.testkit.TinySystems;
import org.espalier.workload.policy.PolicySetting;
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

  /**
   * Machines of several types on which a task takes 40 to 60 ms; a tick is a millisecond.
   *
   * @param types how many types
   * @param ofEach how many machines of each
   */
  public static HcSystem system(int types, int ofEach) {
    Pmf[][] cells = {new Pmf[types]};
    Arrays.fill(cells[0], Pmf.of(40, 10, 0.25, 0.5, 0.25));
    HcSystem many =
        TinySystems.of(cells, IntStream.range(0, types * ofEach).map(m -> m / ofEach).toArray());
    return new HcSystem(
        many.name(),
        Duration.ofMillis(1),
        many.taskTypes(),
        many.machineTypes(),
        many.machines(),
        many.pet());
  }

  /** A scheduler of a system on a cluster, with the settings of preset journal, in real time. */
  public static LiveScheduler start(
      HcSystem system, ScriptedCluster cluster, String policy, int room) {
    SchedulerSettings settings = settings(policies(), policy, room, false);
    return LiveScheduler.start(
        new SchedulerSettings.Configuration(
            new SchedulerSettings(
                system,
                settings.rules(),
                settings.policies(),
                policy,
                settings.commands(),
                room,
                settings.patience()),
            cluster::open,
            state -> Learning.NONE),
        store());
  }

  /** A scheduler of {@link #system} with the settings of preset journal, in real time. */
  public static LiveScheduler start(Store store, String policy, int room, boolean mayRetry) {
    return LiveScheduler.start(
        new SchedulerSettings.Configuration(
            settings(policies(), policy, room, mayRetry),
            cluster(system(), new RealTimers())::open,
            state -> Learning.NONE),
        store);
  }

  /** One that goes by a time that is turned by hand, and has begun. */
  static LiveScheduler turned(
      ManualTime time, ScriptedCluster cluster, Store store, SchedulerSettings settings) {
    return turned(time, cluster, store, settings, state -> Learning.NONE);
  }

  /** One of them that learns. */
  static LiveScheduler turned(
      ManualTime time,
      ScriptedCluster cluster,
      Store store,
      SchedulerSettings settings,
      Function<String, Learning> learning) {
    return time.drive(
        new LiveScheduler(
            new SchedulerSettings.Configuration(settings, cluster::open, learning), store, time));
  }

  /** A cluster of the machines of a system. */
  public static ScriptedCluster cluster(HcSystem system, Timers timers) {
    Set<String> machines =
        system.machines().stream().map(Machine::name).collect(Collectors.toSet());
    return new ScriptedCluster(machines, timers);
  }

  /** A system with a policy that keeps to a budget; deadlines are soft, and lost tasks go again. */
  static SchedulerSettings budgeted(
      HcSystem system, String policy, Map<PolicySetting, String> budget) {
    AllocationRules rules =
        AllocationRules.of(new TaskManagement.PendingSlot(), DroppingScope.NONE)
            .withDeadlines(DeadlineKind.SOFT);
    RegistrySettings settings =
        RegistrySettings.of(PolicySettings.JOURNAL.withRules(rules)).with(budget, system.tick());
    return new SchedulerSettings(
        system,
        rules,
        Policies.of(PolicyRegistry.builtIn(), settings, system, Optional.empty()),
        policy,
        new TimedCommands(type -> Retry.WHENEVER_LOST),
        100,
        2000);
  }

  static SchedulerSettings settings(Policies policies, String policy, int room, boolean mayRetry) {
    return new SchedulerSettings(
        system(),
        PolicySettings.JOURNAL.rules(),
        policies,
        policy,
        new TimedCommands(type -> mayRetry ? Retry.WHENEVER_LOST : Retry.NEVER),
        room,
        2000);
  }

  /** The built-in policies with the settings of preset journal. */
  public static Policies policies() {
    return policies(PolicyRegistry.builtIn());
  }

  static Policies policies(PolicyRegistry registry) {
    return new Policies(
        registry,
        registry.names(),
        RegistrySettings.of(PolicySettings.JOURNAL),
        Duration.ofMillis(1),
        "{}",
        Optional.empty());
  }

  /** What makes a policy of a test. */
  record Provider(String name, Supplier<AllocationPolicy> policy) implements PolicyProvider {
    @Override
    public String summary() {
      return "one of a test";
    }

    @Override
    public String source() {
      return "a test";
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      return policy.get();
    }
  }

  /** A store in memory. */
  public static Store store() {
    return new MemoryStore();
  }

  /**
   * A task's command is its parameters {@code ms}, {@code exit} and {@code out}; on the machine
   * {@code bad} it fails. With {@code forgettable} it need not be durable. Some types may be
   * retried, or are refused for a while when they fail. Tasks of a type {@code must} must be
   * completed.
   */
  record TimedCommands(
      Function<String, Retry> retries, Optional<Breaker> breaker, Map<String, Quota> quotas)
      implements Commands {
    TimedCommands(Function<String, Retry> retries) {
      this(retries, Optional.empty());
    }

    TimedCommands(Function<String, Retry> retries, Optional<Breaker> breaker) {
      this(retries, breaker, Map.of());
    }

    @Override
    public Quota quota(String user) {
      return quotas.getOrDefault(user, Quota.NONE);
    }

    @Override
    public List<Fault> faults(Submission submission, String pointer) {
      return submission.parameters().containsKey("ms")
          ? List.of()
          : List.of(new Fault(pointer + "/parameters/ms", "missing; say how long it takes"));
    }

    @Override
    public List<String> command(Submission submission, String machine, int pState) {
      List<String> command = new ArrayList<>();
      command.add(submission.parameters().get("ms"));
      boolean fails = machine.equals(submission.parameters().get("bad"));
      command.add(fails ? "3" : submission.parameters().getOrDefault("exit", "0"));
      Optional.ofNullable(submission.parameters().get("out")).ifPresent(command::add);
      return command;
    }

    @Override
    public Map<String, Urgency> urgencies() {
      return Map.of("high", Urgency.of("20 ms: 1, 60 ms: 0.5, 100 ms: 0.1"));
    }

    @Override
    public boolean isDurable(Submission submission) {
      return !submission.parameters().containsKey("forgettable");
    }

    @Override
    public Terms terms(String type) {
      return new Terms(
          true,
          LaunchLimits.NONE,
          retries.apply(type),
          breaker,
          Optional.empty(),
          Optional.empty(),
          1,
          type.equals("must"),
          Optional.empty());
    }

    @Override
    public Map<String, List<String>> choices(String type) {
      return Map.of();
    }

    @Override
    public List<TaskTypeView> views() {
      return List.of(new TaskTypeView("type-0", List.of("ms: how long it takes"), List.of()));
    }
  }
}
