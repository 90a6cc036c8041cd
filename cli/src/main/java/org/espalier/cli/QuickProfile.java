package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.profiler.host.CannotStartException;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.measure.InstrumentedMeter;
import org.espalier.profiler.measure.Repetition;
import org.espalier.profiler.measure.RunFailedException;
import org.espalier.profiler.measure.SimulatedRun;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.measure.Wanted;
import org.espalier.profiler.probe.Instruments;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.workload.document.Problems;

/** One call of {@code espalier profile -- COMMAND}. */
final class QuickProfile {
  /** How much of the end of a failing command's output is shown. */
  private static final int OUTPUT_BYTES = 4096;

  private final ProfileCommand command;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Stop stop = new Stop();

  QuickProfile(ProfileCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
    this.err = command.spec().commandLine().getErr();
  }

  int run() throws IOException, InterruptedException {
    command.refuse(ProfileCommand.OF_PLAN, "goes with a plan only");
    QuickOptions.Values options = QuickOptions.of(command);
    List<MeasuredRun> earlier = earlier(options);
    try (StopHook _ = StopHook.calling(stop::request);
        ProfiledMachine machine = ProfiledMachine.open(command)) {
      Set<Measurable> wanted = QuickChecks.wanted(command, options, machine);
      profile(options, wanted, machine, earlier);
      return ExitCode.OK;
    } catch (CannotStartException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } catch (RunFailedException e) {
      throw new CommandFailure(
          "%s: %s%n%s"
              .formatted(String.join(" ", command.command()), e.getMessage(), remedy(e.outcome())),
          e);
    }
  }

  private String remedy(RunOutcome outcome) {
    String untouched = command.export().isPresent() ? "Nothing was written. " : "";
    return untouched
        + switch (outcome.end()) {
          case EXITED -> "Mend the command, or count such runs with --ignore-failure.";
          case TIMED_OUT -> "Raise --limit, or give the command less to do.";
          case SIGNALLED, CLOSED, LOST -> "Mend the command.";
        };
  }

  /** The runs that the file to append to has. */
  private List<MeasuredRun> earlier(QuickOptions.Values options) {
    Optional<Path> file = options.export().filter(path -> command.appends() && Files.exists(path));
    Problems problems = new Problems();
    List<MeasuredRun> runs = file.map(path -> SampleCsv.read(path, problems)).orElse(List.of());
    problems.throwIfAny();
    return runs;
  }

  private void profile(
      QuickOptions.Values options,
      Set<Measurable> wanted,
      ProfiledMachine machine,
      List<MeasuredRun> earlier)
      throws CannotStartException, RunFailedException, IOException {
    // First what may fail and takes long, so that no measurement is lost to it.
    Optional<Counts> simulated =
        wanted.contains(Measurable.CACHE_SIMULATION)
            ? simulate(request(options), machine)
            : Optional.empty();
    Repetition.Runs runs = repeat(options, wanted, machine);
    if (runs.results().isEmpty()) {
      err.println("stopped before a run was measured; nothing was written");
      err.flush();
      return;
    }
    List<MeasuredRun> rows = new QuickRows(command, options, machine.host()).of(runs, simulated);
    double[] seconds = runs.seconds();
    SampleSummary summary = SampleSummary.of(seconds);
    new ProfileView(Display.of(command.spec(), false), out)
        .print(command.command(), options.repetition().warmUps(), rows, summary);
    new ProfileWarnings(options.repetition(), summary).of(runs).forEach(this::warn);
    if (stop.isRequested()) {
      err.println("stopped; what was measured is above");
    }
    err.flush();
    export(options, earlier, rows);
    out.flush();
  }

  private void warn(String text) {
    err.println("warning: " + text);
  }

  private Repetition.Runs repeat(
      QuickOptions.Values options, Set<Measurable> wanted, ProfiledMachine machine)
      throws CannotStartException, RunFailedException {
    Wanted instruments =
        new Wanted(wanted.contains(Measurable.COUNTERS), wanted.contains(Measurable.ENERGY));
    InstrumentedMeter meter =
        new InstrumentedMeter(machine.host(), machine.instruments(), instruments);
    RunRequest request = request(options);
    try (ProfileProgress progress = ProfileProgress.start(options.repetition())) {
      return new Repetition(options.repetition(), stop, System::nanoTime, progress)
          .run(() -> {
            prepare(machine.host(), request);
            return new Repetition.Result(meter.measure(request, 0));
          });
    }
  }

  private RunRequest request(QuickOptions.Values options) {
    RunRequest request = RunRequest.of(command.command()).on(options.cores()).keeping(OUTPUT_BYTES);
    return options.limit().map(request::within).orElse(request);
  }

  private void prepare(Host host, RunRequest request)
      throws CannotStartException, InterruptedException, RunFailedException {
    if (command.prepare().isPresent()) {
      List<String> shell = List.of("sh", "-c", command.prepare().get());
      RunOutcome outcome = host.run(RunRequest.of(shell).on(request.cores()).keeping(OUTPUT_BYTES));
      if (!outcome.succeeded() && !stop.isRequested()) {
        throw new RunFailedException("the command of --prepare", outcome);
      }
    }
  }

  private Optional<Counts> simulate(RunRequest request, ProfiledMachine machine)
      throws CannotStartException, RunFailedException {
    Instruments instruments = machine.instruments();
    SimulatedRun simulation =
        new SimulatedRun(machine.host(), instruments.cacheSimulation().orElseThrow());
    return stop.unlessRequested(() -> {
      prepare(machine.host(), request);
      return simulation.run(request);
    });
  }

  private void export(
      QuickOptions.Values options, List<MeasuredRun> earlier, List<MeasuredRun> rows)
      throws IOException {
    if (options.export().isEmpty()) {
      return;
    }
    Path file = options.export().get();
    List<MeasuredRun> all = Stream.concat(earlier.stream(), rows.stream()).toList();
    WholeFile.write(file, part -> SampleCsv.write(part, all));
    out.printf("wrote %s: %s%n", file, Summary.count(all.size(), "run"));
  }
}
