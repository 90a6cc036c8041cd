package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.live.TaskTypeView;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The farm of {@code examples/inference} as a service and as a study, on the same arrivals and
 * execution times: about as many requests are on time. Tasks are durable, each commit takes a
 * millisecond, and times are learned. Time is turned by hand, so that the numbers are the same on
 * any computer.
 *
 * <p>Where a few long requests decide what becomes of many short ones, single trials differ by ten
 * points either way. So a full run compares means of eight. A sample is one short trial at 200
 * requests a second, where they differ least.
 */
class FarmAgreementTest {
  private static final Path FARM = Repository.file("examples/inference");
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final Duration COMMIT = Duration.ofMillis(1);
  private static final List<String> POLICIES = List.of("JIT", "PAM", "MM");

  /** Of 100 requests a second; the greatest stands first. */
  private static final List<String> LOADS = List.of("2", "0.4", "0.8", "1.2");

  private static final int TRIALS = TestSample.isFull() ? 8 : 1;
  private static final String DURATION = TestSample.isFull() ? "20 s" : "5 s";
  private static final double POINTS = 3;

  static Stream<Arguments> cases() {
    return LOADS.stream()
        .limit(TestSample.isFull() ? LOADS.size() : 1)
        .flatMap(load ->
            TestSample.of(1, POLICIES.size()).mapToObj(i -> Arguments.of(POLICIES.get(i), load)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void asManyAreOnTimeAsInTheStudy(String policy, String load) {
    List<String> set =
        List.of("policy=" + policy, "baseline=" + policy, "load=" + load, "duration=" + DURATION);
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(FARM.resolve("study.yaml"), set, REGISTRY, problems).orElseThrow();
    Scenario scenario = experiment.scenarios().getFirst();
    PairedDifference points = new PairedDifference();
    for (int trial = 1; trial <= TRIALS; trial++) {
      Workload workload = experiment.inputs().workload(scenario, trial);
      CounterStream times =
          new CounterStream(experiment.study().plan().seed(), trial, experiment.system().pet());
      points.add(live(policy, workload, times) - studied(experiment, workload, times));
    }
    assertThat(points.mean())
        .as("points more live than in the study: %s", points)
        .isBetween(-POINTS - points.standardError(), POINTS + points.standardError());
  }

  /** Differences of trials. */
  private static final class PairedDifference {
    private final List<Double> points = new ArrayList<>();

    void add(double difference) {
      points.add(difference);
    }

    double mean() {
      return points.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    double standardError() {
      int n = points.size();
      double squares = points.stream().mapToDouble(p -> (p - mean()) * (p - mean())).sum();
      return n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
    }

    @Override
    public String toString() {
      return points.toString();
    }
  }

  /** The share that is on time of a trial of the study, in percent. */
  private static double studied(Experiment experiment, Workload workload, CounterStream times) {
    Scenario scenario = experiment.scenarios().getFirst();
    TrialOutcome outcome =
        EventEngine.run(
            new Trial(experiment.system(), scenario.settings().rules(), workload, times),
            scenario.entry().create(scenario.settings()));
    long onTime = outcome.departures().stream().filter(left -> left.fate() == Fate.ON_TIME).count();
    return 100.0 * onTime / workload.size();
  }

  /** The share that is on time of a service, in percent. */
  private static double live(String policy, Workload workload, CounterStream times) {
    SchedulerSettings given =
        LiveFiles.read(FARM.resolve("live.yaml"), REGISTRY).value().scheduler();
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(given.system(), time);
    cluster.startAhead();
    MemoryStore store = new MemoryStore();
    store.refuse(change -> {
      time.sleep(COMMIT.toNanos());
      return false;
    });
    LiveScheduler service =
        LiveFixtures.turned(
            time,
            cluster,
            store,
            new SchedulerSettings(
                given.system(),
                given.rules(),
                given.policies(),
                policy,
                new Requests(workload.tasks(), given.system(), times),
                10_000,
                2000),
            state -> HistogramLearning.of(given.system(), state));
    for (Task task : workload.tasks()) {
      time.after(
          Duration.ofMillis(task.arrival()), () -> service.tell(request(task, given.system())));
    }
    time.turn(Duration.ofMillis(workload.tasks().getLast().deadline() + 1000));
    service.close();
    assertThat(cluster.violations()).isEmpty();
    return 100.0
        * IntStream.range(0, workload.size())
            .mapToObj(id -> store.find(id).orElseThrow())
            .filter(task -> task.state() == TaskState.COMPLETED)
            .count()
        / workload.size();
  }

  private static Message request(Task task, HcSystem system) {
    Submission submission =
        new Submission(
            system.taskTypes().get(task.type()).name(),
            Map.of("number", Integer.toString(task.id())),
            Optional.empty());
    TaskRequest.In deadline =
        new TaskRequest.In(Duration.ofMillis(task.deadline() - task.arrival()));
    return new Message.Submit(
        List.of(new TaskRequest(submission, deadline)), new CompletableFuture<>());
  }

  /** Requests take as long as in the study. */
  private record Requests(List<Task> tasks, HcSystem system, CounterStream times)
      implements Commands {
    @Override
    public List<Fault> faults(Submission submission, String pointer) {
      return List.of();
    }

    @Override
    public List<String> command(Submission submission, String machine, int pState) {
      Task task = tasks.get(Integer.parseInt(submission.parameters().get("number")));
      Map<String, Machine> machines =
          system.machines().stream().collect(Collectors.toMap(Machine::name, each -> each));
      return List.of(Long.toString(times.of(task, machines.get(machine), pState)));
    }

    @Override
    public Terms terms(String type) {
      return Terms.NONE;
    }

    @Override
    public Map<String, List<String>> choices(String type) {
      return Map.of();
    }

    @Override
    public List<TaskTypeView> views() {
      return List.of();
    }
  }
}
