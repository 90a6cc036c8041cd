package org.espalier.cli.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.files.SystemOutput;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.StopHook;
import org.espalier.cli.terminal.Version;
import org.espalier.core.model.HcSystem;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.profiler.result.ProfileDirectory;
import org.espalier.profiler.result.SampledSystem;
import org.espalier.profiler.run.OpenMachines;
import org.espalier.profiler.run.PlanJournal;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.run.PlanRun;
import org.espalier.profiler.sample.Cell;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;

/** One call of {@code espalier profile PLAN.yaml}. */
record PlanProfile(
    ProfileOptions options, Stop stop, Display display, PrintWriter out, PrintWriter err) {
  void run() throws IOException, InterruptedException {
    options.refuse(options.ofCommand(), "with a plan this is said in the plan");
    options.refuse(List.of("--ssh"), "with a plan this is said of its machines");
    ProfilePlan plan = plan();
    ProfileDirectory directory =
        new ProfileDirectory(
            options.out.orElseGet(() -> Path.of("results").resolve(plan.about().name())));
    Optional<SystemOutput> system = system();
    Path place = directory.path();
    Path journal = place.resolveSibling(place.getFileName() + ".measuring");
    if (!options.isDryRun) {
      OutputFile.refuse(place, directory.obstacle());
      options.resume.check(journal, PlanJournal.isThere(journal), "plan");
    }
    Problems problems = new Problems();
    try (StopHook _ = StopHook.calling(stop::request);
        OpenMachines machines = OpenMachines.open(plan, problems)) {
      problems.throwIfAny();
      List<Cell> cells = PlanRun.cells(plan, machines);
      new PlanView(display, err).print(plan, machines.measured(), cells);
      if (options.isDryRun) {
        cells.forEach(cell -> out.println("  " + cell.describe()));
      } else {
        measure(plan, machines, new Outputs(directory, journal, system));
      }
    } catch (MeasuringFailedException e) {
      throw new CommandFailure(e.getMessage() + kept(journal), e);
    }
  }

  private static String kept(Path journal) {
    return PlanJournal.isThere(journal)
        ? "%nWhat was measured is kept; --resume goes on with it.".formatted()
        : "";
  }

  private ProfilePlan plan() {
    OptionalLong seed = options.seed.map(OptionalLong::of).orElse(OptionalLong.empty());
    return Problems.demand(problems -> ProfilePlanReader.read(options.plan(), seed, problems));
  }

  private Optional<SystemOutput> system() throws IOException {
    Optional<SystemOutput> system = options.system.map(file -> new SystemOutput("--system", file));
    if (system.isPresent()) {
      system.get().checkAll(options.plan());
    }
    return system;
  }

  /**
   * Where results go.
   *
   * @param working kept until all is measured
   */
  private record Outputs(ProfileDirectory directory, Path working, Optional<SystemOutput> system) {}

  private void measure(ProfilePlan plan, OpenMachines machines, Outputs outputs)
      throws IOException, MeasuringFailedException {
    Path working = outputs.working();
    if (PlanJournal.isThere(working) && !options.resume.resumes()) {
      PlanJournal.forget(working);
    }
    PlanResults results;
    try (PlanJournal journal = PlanJournal.open(working, plan);
        MeasuringProgress progress = new MeasuringProgress(err)) {
      results = new PlanRun(plan, machines, PlanRun.Settings.of(journal, stop, progress)).run();
    } catch (MeasuringFailedException e) {
      forgetIfEmpty(working, plan);
      throw e;
    }
    if (results.runs().isEmpty()) {
      forgetIfEmpty(working, plan);
      err.println("stopped before a run was measured; nothing was written");
      return;
    }
    outputs.directory().write(results, Version.exact());
    if (results.isComplete()) {
      PlanJournal.forget(working);
    } else {
      err.println("stopped; --resume goes on with the plan");
    }
    new PlanView(display, out).print(results);
    out.println();
    Path directory = outputs.directory().path();
    out.println("Samples, what they say together and report.html are in " + directory);
    if (outputs.system().isPresent() && results.isComplete()) {
      write(results, directory, outputs.system().get());
    }
  }

  /** Leaves nothing behind where nothing was measured, unless another process has it open. */
  private static void forgetIfEmpty(Path working, ProfilePlan plan) throws IOException {
    try {
      PlanJournal.forgetIfEmpty(working, plan);
    } catch (MeasuringFailedException e) {
      // It is another's, and what there is to tell of it is being told.
    }
  }

  private void write(PlanResults results, Path directory, SystemOutput output) throws IOException {
    Loaded<HcSystem> system =
        Problems.demand(
            problems -> SampledSystem.of(results, directory.resolve("samples.csv"), problems));
    system.notes().forEach(note -> out.println("note: " + note));
    out.println("wrote " + output.write(system.value()));
  }
}
