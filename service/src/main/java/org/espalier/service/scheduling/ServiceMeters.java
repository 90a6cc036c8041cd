package org.espalier.service.scheduling;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.files.Resources;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.EventTimes;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.UserFigures;
import org.espalier.service.live.WorthOf;
import org.espalier.service.tracing.Traces;
import org.espalier.workload.document.Names;

/**
 * Counts and times what the scheduler does since the process started, and tells it in the text
 * format of Prometheus. Safe for use by many threads.
 */
final class ServiceMeters {
  /** What takes 0.1 ms to 5 s. */
  private static final Duration[] QUICK =
      bounds(0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000);

  /** What takes 10 ms to a day. */
  private static final Duration[] SLOW =
      bounds(
          10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 3.6e6,
          1.44e7, 8.64e7);

  private static final double SHARE = 0.99;
  private static final String TASK_TYPE = "task_type";
  private static final String MACHINE_TYPE = "machine_type";
  private static final String NONE = "none";
  private static final String USER = "user";
  private static final String WORTH = ".worth";
  private static final String FATE = "fate";
  private static final String ON_TIME = Names.word(Fate.ON_TIME);

  /** Stands for users and priorities beyond the first {@link UserFigures#MOST} that left. */
  private static final String OTHERS = "(others)";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Timeline timeline;
  private volatile Map<String, String> typesOfMachines = Map.of();
  private final Timer events =
      Timer.builder("espalier.mapping.event").serviceLevelObjectives(QUICK).register(registry);
  private final Timer commits =
      Timer.builder("espalier.commit").serviceLevelObjectives(QUICK).register(registry);
  private final Counter submitted =
      Counter.builder("espalier.tasks.submitted").description("Tasks accepted").register(registry);
  private final Counter refused =
      Counter.builder("espalier.tasks.refused")
          .description("Tasks refused for want of room")
          .register(registry);
  private final MeterProvider<Counter> submittedByType =
      counters("espalier.task.type.submitted", "Tasks accepted, by task type");
  private final MeterProvider<Counter> repeatedByType =
      counters("espalier.task.type.repeated", "Executions that are to be repeated, by task type");
  private final MeterProvider<Counter> leftByType =
      counters("espalier.task.type.left", "Tasks that left, by task type, machine type and fate");
  private final MeterProvider<Counter> worthByType =
      counters(
          "espalier.task.type" + WORTH,
          "What tasks were worth that left, by task type and fate; earned by those on time, faded"
              + " until then where it falls");
  private final MeterProvider<Counter> worthByUser =
      counters("espalier.user" + WORTH, "The same by user and fate, where tasks have users");
  private final MeterProvider<Counter> worthByPriority =
      counters(
          "espalier.priority" + WORTH,
          "The same by priority, which is what tasks are worth at most");
  private final Set<String> usersTold = ConcurrentHashMap.newKeySet();
  private final Set<String> prioritiesTold = ConcurrentHashMap.newKeySet();
  private final MeterProvider<Counter> judgedByType =
      counters(
          "espalier.task.type.judged", "Tasks that left whose chance was predicted, by task type");
  private final MeterProvider<Counter> predictedByType =
      counters("espalier.task.type.predicted", "Sum of the chances of these, by task type");
  private final MeterProvider<Counter> keptByType =
      counters("espalier.task.type.kept", "How many of these were on time, by task type");
  private final MeterProvider<Counter> leftByMachine =
      counters(
          "espalier.machine.left", "Tasks that left, by the machine they were mapped to and fate");
  private final MeterProvider<Timer> waiting =
      timers(
          "espalier.task.waiting",
          "From submission to the start, in seconds, of tasks that have left");
  private final MeterProvider<Timer> response =
      timers("espalier.task.response", "From submission to completion, in seconds");
  private final MultiGauge level = gauges("espalier.oversubscription.level", "At present");
  private final MultiGauge sharePrice =
      gauges(
          "espalier.task.type.share.price",
          "What one more task on time counts beyond its worth, of a type with a least share");
  private final MultiGauge dropping = gauges("espalier.dropping.engaged", "1 if tasks are dropped");
  private final MultiGauge queues = gauges("espalier.machine.queue.tasks", "Tasks in its queue");
  private final MultiGauge executing = gauges("espalier.machine.executing", "1 if it executes");
  private final MultiGauge available = gauges("espalier.machine.available", "1 if it takes tasks");
  private final MultiGauge waitingOf =
      gauges("espalier.user.waiting", "Tasks of a user with a quota that wait to start");
  private final MultiGauge machineTimeOf =
      gauges(
          "espalier.user.machine.seconds",
          "Machine time that a user has had of a quota in its present period");
  private final MultiGauge refusedOf =
      gauges("espalier.user.refused", "Requests refused by quotas since the start, by user");
  private final MultiGauge energy =
      gauges("espalier.energy.used.joules", "Energy used since the very first start, in joules");
  private final MultiGauge budget =
      gauges("espalier.energy.budget", "What may be spent in the period, in its unit");
  private final MultiGauge spent =
      gauges("espalier.energy.spent", "What tasks that have left took of it");
  private final MultiGauge pending =
      gauges("espalier.energy.pending", "What mapped tasks are expected to take of it");
  private final MultiGauge unspent =
      gauges(
          "espalier.energy.left", "What is left then; below 0 where tasks took more than expected");
  private volatile Census census = new Census(0, 0, 0, Map.of(), Optional.empty(), Map.of(), false);
  private volatile boolean storeReady = true;
  private volatile Optional<Traces> traces = Optional.empty();

  ServiceMeters(HcSystem system, Timeline timeline) {
    this.timeline = timeline;
    describe(system);
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    FunctionCounter.builder("espalier.mapping.events", events, Timer::count)
        .description("Mapping events held")
        .register(registry);
    gauge("espalier.batch.queue", "Tasks in the batch queue", m -> m.census.unmapped());
    gauge("espalier.machine.queues", "Tasks in machine queues", m -> m.census.mapped());
    gauge("espalier.tasks.running", "Tasks that run", m -> m.census.running());
    gauge(
        "espalier.policy.fallback",
        "1 if the fallback decides in place of a policy that failed",
        m -> m.census.fellBack() ? 1 : 0);
    gauge("espalier.store.ready", "1 if the store answers", m -> m.storeReady ? 1 : 0);
    gauge(
        "espalier.clock.offset",
        "By how much it was set forward in all since the very first start, in seconds",
        m -> m.timeline.setting().offset().toNanos() / 1e9);
    FunctionCounter.builder("espalier.clock.set", timeline, t -> t.setting().times())
        .description("How often the clock of the computer was set")
        .register(registry);
    FunctionCounter.builder(
            "espalier.traces.dropped", this, m -> m.traces.map(Traces::dropped).orElse(0L))
        .description("Parts of traces that found no room, or were refused")
        .register(registry);
    for (Fate fate : Fate.values()) {
      FunctionCounter.builder(
              "espalier.tasks.left", this, m -> m.census.left().getOrDefault(fate, 0L))
          .description("Tasks that left, by fate")
          .tag(FATE, Names.word(fate))
          .register(registry);
    }
    Gauge.builder("espalier.build.info", () -> 1)
        .description("What runs")
        .tags("version", version(), "java", Runtime.version().toString())
        .register(registry);
  }

  /** The machines are those of a system from now on; what was counted stays. */
  void describe(HcSystem system) {
    typesOfMachines =
        system.machines().stream().collect(Collectors.toMap(Machine::name, m -> m.type().name()));
  }

  /** What is durable is told to traces too from now on; to none if empty. */
  void trace(Optional<Traces> other) {
    Optional<Traces> before = traces;
    traces = other;
    before.ifPresent(Traces::close);
  }

  /** The machine type of a machine; {@code none} of one that is unknown. */
  String typeOf(String machine) {
    return typesOfMachines.getOrDefault(machine, NONE);
  }

  private static Duration[] bounds(double... millis) {
    return DoubleStream.of(millis)
        .mapToObj(each -> Duration.ofNanos(Math.round(each * 1e6)))
        .toArray(Duration[]::new);
  }

  private MeterProvider<Counter> counters(String name, String help) {
    return Counter.builder(name).description(help).withRegistry(registry);
  }

  private MeterProvider<Timer> timers(String name, String help) {
    return Timer.builder(name)
        .description(help)
        .serviceLevelObjectives(SLOW)
        .withRegistry(registry);
  }

  private MultiGauge gauges(String name, String help) {
    return MultiGauge.builder(name).description(help).register(registry);
  }

  private void gauge(String name, String help, ToDoubleFunction<ServiceMeters> value) {
    Gauge.builder(name, this, value).description(help).register(registry);
  }

  void submitted(LiveTask task) {
    submitted.increment();
    submittedByType.withTag(TASK_TYPE, type(task)).increment();
  }

  /** Requests that found the batch queue full. */
  void refused(int requests) {
    refused.increment(requests);
  }

  void heldEvent(long nanos) {
    events.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** A step is durable. */
  void committed(Step step, long nanos) {
    commits.record(nanos, TimeUnit.NANOSECONDS);
    step.ended().forEach(task -> left(task, task.ending().orElseThrow()));
    step.repeated().forEach(task -> repeatedByType.withTag(TASK_TYPE, type(task)).increment());
    traces.ifPresent(step::tell);
  }

  private void count(LiveTask task, String fate, double worth) {
    worthByType.withTags(Tags.of(TASK_TYPE, type(task), FATE, fate)).increment(worth);
    String worthAtMost = BigDecimal.valueOf(task.worth()).stripTrailingZeros().toPlainString();
    String priority = told(prioritiesTold, worthAtMost);
    worthByPriority.withTags(Tags.of("priority", priority, FATE, fate)).increment(worth);
    task.submission()
        .user()
        .map(user -> told(usersTold, user))
        .ifPresent(user -> worthByUser.withTags(Tags.of(USER, user, FATE, fate)).increment(worth));
  }

  private static String told(Set<String> told, String name) {
    boolean named = told.contains(name) || (told.size() < UserFigures.MOST && told.add(name));
    return named ? name : OTHERS;
  }

  /** What tasks were worth that left since the process started. */
  List<WorthOf> worth() {
    // Tags are in the order of their keys, so that the fate comes before what counts here.
    Map<Tag, List<Counter>> counted =
        Search.in(registry).name(name -> name.endsWith(WORTH)).counters().stream()
            .collect(Collectors.groupingBy(counter -> counter.getId().getTags().getLast()));
    return counted.entrySet().stream()
        .map(of ->
            new WorthOf(
                of.getKey().getKey(),
                of.getKey().getValue(),
                sum(of.getValue(), true),
                sum(of.getValue(), false)))
        .sorted(Comparator.comparing(WorthOf::by).thenComparing(WorthOf::name))
        .toList();
  }

  private static double sum(List<Counter> counters, boolean onTime) {
    return counters.stream()
        .filter(counter -> ON_TIME.equals(counter.getId().getTag(FATE)) == onTime)
        .mapToDouble(Counter::count)
        .sum();
  }

  private void left(LiveTask task, Ending ending) {
    String fate = Names.word(ending.fate());
    String machine = task.run().map(Run::machine).orElse(NONE);
    Tags tags = Tags.of(MACHINE_TYPE, typeOf(machine), FATE, fate);
    leftByType.withTags(tags.and(TASK_TYPE, type(task))).increment();
    double earned = task.earned(ending, timeline);
    boolean onTime = ending.fate() == Fate.ON_TIME;
    count(task, fate, onTime ? earned : task.worth());
    if (onTime && earned < task.worth()) {
      count(task, "faded", task.worth() - earned);
    }
    if (isByMachine()) {
      leftByMachine.withTags(tags.and("machine", machine)).increment();
    }
    task.run()
        .filter(run -> run.isJudgedBy(ending.fate()))
        .ifPresent(run -> {
          judgedByType.withTag(TASK_TYPE, type(task)).increment();
          predictedByType.withTag(TASK_TYPE, type(task)).increment(run.chance());
          keptByType
              .withTag(TASK_TYPE, type(task))
              .increment(ending.fate() == Fate.ON_TIME ? 1 : 0);
        });
    task.run()
        .filter(run -> run.hasStarted() && task.attempts() == 1)
        .ifPresent(run -> time(run.start() - task.arrival(), type(task), waiting));
    if (ending.fate() == Fate.ON_TIME || ending.fate() == Fate.LATE) {
      time(ending.time() - task.arrival(), type(task), response);
    }
  }

  private void time(long ticks, String type, MeterProvider<Timer> timers) {
    timers.withTag(TASK_TYPE, type).record(ticks * timeline.tick().toNanos(), TimeUnit.NANOSECONDS);
  }

  private static String type(LiveTask task) {
    return task.submission().type();
  }

  /** The tasks after a step that is durable. */
  void counted(Census now) {
    census = now;
  }

  /**
   * Whether figures are by machine; where there are more than {@link MachineQuery#MOST}, they are
   * by machine type only.
   */
  boolean isByMachine() {
    return typesOfMachines.size() <= MachineQuery.MOST;
  }

  /** How long mapping events took. */
  EventTimes eventTimes() {
    HistogramSnapshot times = events.takeSnapshot();
    double most =
        Arrays.stream(times.histogramCounts())
            .filter(bucket -> bucket.count() >= SHARE * times.count())
            .mapToDouble(bucket -> bucket.bucket(TimeUnit.SECONDS))
            .findFirst()
            .orElse(Math.max(QUICK[QUICK.length - 1].toSeconds(), times.max(TimeUnit.SECONDS)));
    return new EventTimes(times.count(), times.mean(TimeUnit.SECONDS), most);
  }

  /**
   * All of it in the text format of Prometheus.
   *
   * @param isStoreReady whether the store answers
   * @param machines by which figures are told
   * @param now has users' quotas and energy
   */
  synchronized String scrape(boolean isStoreReady, List<MachineState> machines, Overview now) {
    List<UserFigures> users = now.users();
    storeReady = isStoreReady;
    List<Oversubscription> present = census.oversubscription().stream().toList();
    tell(level, present, at -> Tags.empty(), Oversubscription::level);
    tell(dropping, present, at -> Tags.empty(), at -> at.droppingEngaged() ? 1 : 0);
    tell(
        sharePrice,
        List.copyOf(census.sharePrices().entrySet()),
        type -> Tags.of("type", type.getKey()),
        Map.Entry::getValue);
    tell(queues, machines, ServiceMeters::tags, machine -> machine.queue().size());
    tell(executing, machines, ServiceMeters::tags, machine -> machine.busy() ? 1 : 0);
    tell(available, machines, ServiceMeters::tags, machine -> machine.available() ? 1 : 0);
    tell(waitingOf, users, user -> Tags.of("user", user.name()), UserFigures::waiting);
    tell(machineTimeOf, users, user -> Tags.of("user", user.name()), UserFigures::machineSeconds);
    tell(refusedOf, users, user -> Tags.of("user", user.name()), UserFigures::refused);
    tell(
        energy,
        now.energyJoules().stream().boxed().toList(),
        joules -> Tags.empty(),
        joules -> joules);
    List<BudgetLine> lines = now.energyBudget().map(BudgetLine::of).orElse(List.of());
    tell(budget, lines, BudgetLine::tags, BudgetLine::budget);
    tell(spent, lines, BudgetLine::tags, BudgetLine::spent);
    tell(pending, lines, BudgetLine::tags, BudgetLine::pending);
    tell(unspent, lines, BudgetLine::tags, line -> line.budget() - line.spent() - line.pending());
    return registry.scrape();
  }

  /** What is spent of a budget, in its unit: of the present period, or of all it is a share of. */
  private record BudgetLine(
      String period, String unit, double budget, double spent, double pending) {
    static List<BudgetLine> of(EnergyStanding now) {
      EnergyStanding.Account account = now.account();
      BudgetLine present = of("present", now, now.budgetJoules(), now.spentJoules());
      double spent = account.beforeJoules() + now.spentJoules();
      return now.isShare()
          ? List.of(present, of("whole", now, account.budgetJoules(), spent))
          : List.of(present);
    }

    private static BudgetLine of(String period, EnergyStanding now, double budget, double spent) {
      double each = now.account().perJoule();
      String unit = now.account().unit();
      return new BudgetLine(period, unit, each * budget, each * spent, each * now.pendingJoules());
    }

    Tags tags() {
      return Tags.of("period", period, "unit", unit);
    }
  }

  private static <T> void tell(
      MultiGauge gauge, List<T> all, Function<T, Tags> tags, ToDoubleFunction<T> value) {
    gauge.register(
        all.stream()
            .<Row<?>>map(each -> Row.of(tags.apply(each), value.applyAsDouble(each)))
            .toList(),
        true);
  }

  private static Tags tags(MachineState machine) {
    return Tags.of("machine", machine.name(), MACHINE_TYPE, machine.type());
  }

  /** The version of this build, as the build wrote it down. */
  static String version() {
    return Resources.text(ServiceMeters.class, "version.txt").strip();
  }

  /**
   * The tasks at a moment, counted.
   *
   * @param unmapped tasks in the batch queue
   * @param mapped tasks in machine queues, running ones counted
   * @param running tasks that run
   * @param left tasks that have left since the very first start, by fate
   * @param oversubscription the oversubscription level, and the toggle, where the policy measures
   *     it
   * @param sharePrices what one more task on time counts besides, by type with a least share
   * @param fellBack whether the fallback decides in place of a policy that failed
   */
  record Census(
      int unmapped,
      int mapped,
      int running,
      Map<Fate, Long> left,
      Optional<Oversubscription> oversubscription,
      Map<String, Double> sharePrices,
      boolean fellBack) {}
}
