package org.espalier.cli.live;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.espalier.cli.files.Home;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.StopHook;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.OwnDirectory;
import org.espalier.service.LogFormat;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier demo}: the live service under more load than it can bear. */
@Command(
    name = "demo",
    description =
        "Sends a live service more tasks than its machines can finish in time, the same under each"
            + " of two policies, and says what came of them. Open the dashboard it names. Machines"
            + " are forty simulated ones, or those of a live system of your own, whose"
            + " commands run.",
    footer = {
      "",
      "Examples:",
      "  espalier demo",
      "  espalier demo --seconds 120 --load 2",
      "  espalier demo --policy PAM,MM-P,FCFS",
      "  espalier demo my-live.yaml --rate 15",
      "  espalier demo my-live.yaml --study my-study.yaml"
    })
final class DemoCommand extends Subcommand {
  private static final String EXAMPLE = "examples/simulated/small.yaml";
  private static final List<String> USUAL = List.of("JIT", "MM");
  private static final double USUAL_LOAD = 3;
  private static final int ROUNDS = 2;
  private static final Duration LONGEST_END = Duration.ofMinutes(5);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LIVE.yaml",
      description = "the live system; examples/simulated/small.yaml if left out")
  private Optional<Path> file;

  @Option(names = "--seconds", description = "how long tasks are sent, in all; default 60")
  private double seconds = 60;

  @Option(
      names = "--load",
      description =
          "how much comes, in what the machines can do mapped at random; default 3. Beside --study"
              + " its load")
  private Optional<Double> load;

  @Option(names = "--rate", description = "tasks a second, instead of --load")
  private Optional<Double> rate;

  @Option(
      names = "--study",
      paramLabel = "STUDY.yaml",
      description =
          "send the tasks of the first scenario of a study, types by their names, instead of"
              + " --load")
  private Optional<Path> study;

  @Option(
      names = "--policy",
      paramLabel = "NAME,...",
      split = ",",
      description = "the policies that get the same tasks; JIT and MM if left out")
  private List<String> policies = USUAL;

  @Option(
      names = "--port",
      converter = OptionTypes.Port.class,
      description = "port of the dashboard; default any that is free")
  private int port;

  @Override
  protected void run() throws Exception {
    LogFormat.TEXT.use();
    AtomicBoolean isStopped = new AtomicBoolean();
    Thread demo = Thread.currentThread();
    Runnable stop =
        () -> {
          isStopped.set(true);
          demo.interrupt();
        };
    try (StopHook _ = StopHook.calling(stop)) {
      show();
    } catch (Exception e) {
      if (!isStopped.get()) {
        throw e;
      }
    }
  }

  private void show() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("espalier-demo");
    try {
      Serving serving =
          new Serving(
              Optional.of(file.orElseGet(() -> Home.file(EXAMPLE))),
              Optional.of(directory.resolve("data")),
              Optional.of(port),
              false,
              PolicyRegistry.builtIn());
      checkPolicies(serving.policies());
      DemoLoad tasks = new DemoLoad(serving.system(), serving::choices);
      show(serving, blocks(tasks), tasks.capacity(), out());
    } finally {
      OwnDirectory.delete(directory);
    }
  }

  private void checkPolicies(List<String> known) {
    CommandFailure.whenAny(
        policies.stream()
            .filter(name -> !known.contains(name))
            .map(name ->
                "--policy: there is no policy %s; %s".formatted(name, Names.remedy(name, known)))
            .toList());
  }

  /** The tasks of each round. */
  private List<List<DemoLoad.Coming>> blocks(DemoLoad tasks) {
    CommandFailure.when(
        study.isPresent() && rate.isPresent(),
        "--rate beside --study: the study says how much comes");
    List<String> assignments = load.stream().map(value -> "load=" + value).toList();
    Optional<Experiment> like =
        study.map(file ->
            Problems.demand(problems ->
                Experiment.load(file, assignments, PolicyRegistry.builtIn(), problems)));
    double block = seconds / (ROUNDS * policies.size());
    return IntStream.rangeClosed(1, ROUNDS)
        .mapToObj(round ->
            like.map(of -> tasks.of(of, block, round))
                .orElseGet(() -> tasks.draw(perSecond(tasks.capacity()), block, round)))
        .toList();
  }

  private double perSecond(double capacity) {
    return rate.orElse(load.orElse(USUAL_LOAD) * capacity);
  }

  private void show(
      Serving serving, List<List<DemoLoad.Coming>> blocks, double capacity, PrintWriter out)
      throws InterruptedException {
    try (DemoService service = new DemoService(serving, out)) {
      out.println("Stop with Ctrl-C; what runs is stopped then, and nothing is left of it.");
      DemoVerdict verdict = play(service, blocks, capacity, out);
      out.println();
      new ServiceStatus(service.client(), out, display()).printOverview();
      out.println();
      verdict.refusals().ifPresent(out::println);
      out.println();
      out.println("All tasks of the demo are forgotten now. A service of your own: espalier serve");
      out.println(verdict.sentence());
    }
  }

  /** The same tasks for all policies: in two rounds, the second in the opposite order. */
  private DemoVerdict play(
      DemoService service, List<List<DemoLoad.Coming>> blocks, double capacity, PrintWriter out)
      throws InterruptedException {
    int tasks = 0;
    List<List<Long>> sent = new ArrayList<>();
    policies.forEach(_ -> sent.add(new ArrayList<>()));
    for (int round = 0; round < ROUNDS; round++) {
      List<DemoLoad.Coming> coming = blocks.get(round);
      tasks += coming.size();
      for (int i = 0; i < policies.size(); i++) {
        int place = round % 2 == 0 ? i : policies.size() - 1 - i;
        service.switchTo(policies.get(place));
        sent.get(place).addAll(service.send(coming, out));
        service.awaitIdle(LONGEST_END);
      }
    }
    double sentASecond = (double) tasks * policies.size() / seconds;
    double perSecond = study.isPresent() ? sentASecond : perSecond(capacity);
    return new DemoVerdict(tasks, perSecond / capacity, outcomes(service, sent));
  }

  private List<DemoVerdict.Outcome> outcomes(DemoService service, List<List<Long>> sent) {
    Set<Long> onTime = new HashSet<>();
    for (Departure left : service.departures()) {
      if (left.fate() == Fate.ON_TIME) {
        onTime.add((long) left.task().id());
      }
    }
    List<DemoVerdict.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < policies.size(); i++) {
      BitSet places = new BitSet();
      for (int place = 0; place < sent.get(i).size(); place++) {
        places.set(place, onTime.contains(sent.get(i).get(place)));
      }
      int refused = Collections.frequency(sent.get(i), DemoService.REFUSED);
      outcomes.add(new DemoVerdict.Outcome(policies.get(i), places, refused));
    }
    return outcomes;
  }
}
