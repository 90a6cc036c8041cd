package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LogFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier demo}: the live service under more load than it can bear. */
@Command(
    name = "demo",
    description =
        "Measures how long some commands take on this computer, sends a live service more of them"
            + " than it can finish in time, the same under each of two policies, and says what came"
            + " of them. Open the dashboard it names. With a live system of your own, such as one"
            + " of simulated machines, tries that under a load.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier demo",
      "  espalier demo --seconds 120 --load 2",
      "  espalier demo --policy PAM,MM-P,FCFS",
      "  espalier demo examples/simulated/live.yaml --rate 1500"
    })
final class DemoCommand implements Callable<Integer> {
  private static final String OTHER_POLICY = "MM";
  private static final int ROUNDS = 2;
  private static final Duration WATCHED = Duration.ofSeconds(1);
  private static final Duration LONGEST_END = Duration.ofMinutes(5);

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LIVE.yaml",
      description = "the live system; an example, fitted to this computer, if left out")
  private Optional<Path> file;

  @Option(names = "--seconds", description = "how long tasks are sent, in all; default 60")
  private double seconds = 60;

  @Option(
      names = "--load",
      description = "how much comes, in what the machines can do mapped at random; default 3")
  private double load = 3;

  @Option(names = "--rate", description = "tasks a second, instead of --load")
  private Optional<Double> rate;

  @Option(
      names = "--policy",
      paramLabel = "NAME,...",
      description = "the policies that get the same tasks; default that of the live system, and MM")
  private List<String> policies = List.of();

  @Option(names = "--port", description = "port of the dashboard; default any that is free")
  private int port;

  @Override
  public Integer call() throws Exception {
    LogFormat.TEXT.use();
    List<String> names = policies.stream().flatMap(text -> Stream.of(text.split(",", -1))).toList();
    check(names);
    AtomicBoolean isStopped = new AtomicBoolean();
    Thread demo = Thread.currentThread();
    Runnable stop =
        () -> {
          isStopped.set(true);
          demo.interrupt();
        };
    try (StopHook _ = StopHook.calling(stop)) {
      show(names);
    } catch (Exception e) {
      if (!isStopped.get()) {
        throw e;
      }
    }
    return ExitCode.OK;
  }

  private void check(List<String> names) {
    DemoChecks checks = new DemoChecks();
    checks.checkPositive("--seconds", seconds);
    checks.checkPositive("--load", load);
    rate.ifPresent(number -> checks.checkPositive("--rate", number));
    checks.checkPort(port);
    if (!names.isEmpty()) {
      checks.checkPolicies(
          names,
          new Serving(file, Optional.empty(), Optional.empty(), false, PolicyRegistry.builtIn())
              .policies());
    }
    checks.finish();
  }

  private void show(List<String> names) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("espalier-demo");
    try {
      show(directory, names, spec.commandLine().getOut());
    } finally {
      delete(directory);
    }
  }

  private void show(Path directory, List<String> given, PrintWriter out)
      throws IOException, InterruptedException {
    OptionalDouble before = file.isEmpty() ? tellOthers(out) : OptionalDouble.empty();
    Path live = file.isEmpty() ? measured(directory, out) : file.get();
    Serving serving =
        new Serving(
            Optional.of(live),
            Optional.of(directory.resolve("data")),
            Optional.of(port),
            false,
            PolicyRegistry.builtIn());
    Map<String, DemoLoad.Size> sizes = file.isEmpty() ? DemoMeasurement.SIZES : Map.of();
    DemoLoad tasks = new DemoLoad(serving.system(), sizes);
    List<String> names = given.isEmpty() ? usual(serving.policy()) : given;
    try (DemoService service = new DemoService(serving, out)) {
      out.println("Stop with Ctrl-C; what runs is stopped then, and nothing is left of it.");
      out.flush();
      DemoVerdict verdict = play(service, tasks, names, out);
      out.println();
      new ServiceStatus(service.client(), out, Display.of(spec, false)).printOverview();
      out.println();
      out.println("All tasks of the demo are forgotten now. A service of your own: espalier serve");
      if (before.isPresent()) {
        OtherLoad.processors(WATCHED)
            .ifPresent(after -> tellBusy(before.getAsDouble(), after, out));
      }
      out.println(verdict.sentence());
      out.flush();
    }
  }

  /** Says so where other programs are at work, for times are others then. */
  private static OptionalDouble tellOthers(PrintWriter out) throws InterruptedException {
    OptionalDouble others = OtherLoad.processors(WATCHED);
    others.ifPresent(processors -> OtherLoad.told(processors).ifPresent(out::println));
    out.flush();
    return others;
  }

  private static void tellBusy(double before, double after, PrintWriter out) {
    if (OtherLoad.told(Math.max(before, after)).isPresent()) {
      out.printf(
          Locale.ROOT,
          "Other programs took %.1f processors at the beginning and %.1f at the end, so another"
              + " demo may come out otherwise.%n",
          before,
          after);
    }
  }

  private static Path measured(Path directory, PrintWriter out)
      throws IOException, InterruptedException {
    out.println("Measuring for some seconds how long commands take here ...");
    out.flush();
    return new DemoMeasurement(directory).measure();
  }

  private static List<String> usual(String policy) {
    return Stream.of(policy, OTHER_POLICY).distinct().toList();
  }

  /** The same tasks for all policies: in two rounds, the second in the opposite order. */
  private DemoVerdict play(DemoService service, DemoLoad tasks, List<String> names, PrintWriter out)
      throws InterruptedException {
    double perSecond = rate.orElse(load * tasks.capacity());
    double block = seconds / (ROUNDS * names.size());
    List<List<Integer>> sent = new ArrayList<>();
    names.forEach(_ -> sent.add(new ArrayList<>()));
    for (int round = 0; round < ROUNDS; round++) {
      List<DemoLoad.Coming> coming = tasks.draw(perSecond, block, round + 1);
      for (int i = 0; i < names.size(); i++) {
        int place = round % 2 == 0 ? i : names.size() - 1 - i;
        service.switchTo(names.get(place));
        sent.get(place).addAll(service.send(coming, out));
        service.awaitIdle(true, LONGEST_END);
      }
    }
    return verdict(service, names, sent, perSecond / tasks.capacity());
  }

  private static DemoVerdict verdict(
      DemoService service, List<String> names, List<List<Integer>> sent, double load) {
    Set<Integer> onTime = new HashSet<>();
    for (Departure left : service.departures()) {
      if (left.fate() == Fate.ON_TIME) {
        onTime.add(left.task().id());
      }
    }
    List<DemoVerdict.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      BitSet places = new BitSet();
      for (int place = 0; place < sent.get(i).size(); place++) {
        places.set(place, onTime.contains(sent.get(i).get(place)));
      }
      outcomes.add(new DemoVerdict.Outcome(names.get(i), places));
    }
    return new DemoVerdict(sent.getFirst().size(), load, outcomes);
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
