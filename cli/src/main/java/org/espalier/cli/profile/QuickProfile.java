package org.espalier.cli.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.StopHook;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.run.OpenMachines;
import org.espalier.profiler.run.PlanProgress;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.run.PlanRun;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;

/**
 * One call of {@code espalier profile -- COMMAND}: a plan of one application on one machine, whose
 * runs are kept in memory.
 */
record QuickProfile(
    ProfileOptions options, Stop stop, Display display, PrintWriter out, PrintWriter err) {
  void run() throws IOException, InterruptedException {
    options.refuse(ProfileOptions.OF_PLAN, "goes with a plan only");
    ProfilePlan plan = QuickPlan.plan(options);
    earlier(); // refuses what nothing can be added to, before it is measured
    Problems problems = new Problems();
    try (StopHook _ = StopHook.calling(stop::request);
        OpenMachines machines = OpenMachines.open(plan, problems)) {
      problems.throwIfAny();
      profile(plan, machines);
    } catch (MeasuringFailedException e) {
      throw new CommandFailure(
          "%s: %s%n%s"
              .formatted(String.join(" ", options.command()), e.getMessage(), remedy(e.end())),
          e);
    }
  }

  private String remedy(Optional<RunOutcome.End> end) {
    String untouched = options.export.isPresent() ? "Nothing was written. " : "";
    return untouched
        + switch (end.orElse(RunOutcome.End.LOST)) {
          case EXITED -> "Mend the command, or count such runs with --ignore-failure.";
          case TIMED_OUT -> "Raise --limit, or give the command less to do.";
          case SIGNALLED, CLOSED, LOST -> "Mend the command.";
        };
  }

  /** The runs that the file to append to has. */
  private List<MeasuredRun> earlier() {
    Optional<Path> file = options.export.filter(path -> options.appends && Files.exists(path));
    Problems problems = new Problems();
    List<MeasuredRun> runs = file.map(path -> SampleCsv.read(path, problems)).orElse(List.of());
    problems.throwIfAny();
    return runs;
  }

  private void profile(ProfilePlan plan, OpenMachines machines)
      throws IOException, MeasuringFailedException {
    PlanResults results;
    try (PlanProgress progress =
        Display.isTerminal() ? new MeasuringProgress(err) : PlanProgress.NONE) {
      results = new PlanRun(plan, machines, PlanRun.Settings.inMemory(stop, progress)).run();
    }
    if (results.runs().isEmpty()) {
      err.println("stopped before a run was measured; nothing was written");
      return;
    }
    List<MeasuredRun> rows = named(results.samples(), machines);
    print(plan, rows);
    machines.measured().getFirst().notes().forEach(text -> err.println("warning: " + text));
    export(rows);
  }

  /** The samples with the name of their machine type. */
  private List<MeasuredRun> named(List<MeasuredRun> samples, OpenMachines machines) {
    String machineType =
        options.machineType.orElseGet(() -> QuickPlan.allowed(machines.hostName()));
    Conditions conditions = new Conditions(machineType, OptionalInt.empty());
    return samples.stream()
        .map(run -> run.of(new Cell(run.cell().taskType(), conditions, List.of())))
        .toList();
  }

  private void print(ProfilePlan plan, List<MeasuredRun> rows) {
    double[] seconds = rows.stream().mapToDouble(MeasuredRun::seconds).toArray();
    SampleSummary summary = SampleSummary.of(seconds);
    new ProfileView(display, out).print(options.command(), plan.repeats().warmUps(), rows, summary);
    new ProfileWarnings(plan.repeats().rule(), summary)
        .of(rows)
        .forEach(text -> err.println("warning: " + text));
    if (stop.isRequested()) {
      err.println("stopped; what was measured is above");
    }
  }

  private void export(List<MeasuredRun> rows) throws IOException {
    if (options.export.isEmpty()) {
      return;
    }
    Path file = options.export.get();
    if (options.appends) {
      OutputFile.alone(file, () -> write(file, Stream.concat(earlier().stream(), rows.stream())));
    } else {
      write(file, rows.stream());
    }
  }

  private void write(Path file, Stream<MeasuredRun> runs) throws IOException {
    List<MeasuredRun> all = runs.toList();
    OutputFile.write(file, part -> SampleCsv.write(part, all));
    out.printf("wrote %s: %s%n", file, Names.count(all.size(), "run"));
  }
}
