package org.espalier.profiler.run;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.workload.document.Problems;

/** Measures a plan in a working directory, with locks beside it: also a program of its own. */
final class PlanCall {
  private PlanCall() {}

  /** Arguments: the plan, the working directory. */
  public static void main(String[] arguments) throws Exception {
    measure(Path.of(arguments[0]), Path.of(arguments[1]), new Stop(), PlanProgress.NONE);
  }

  static PlanResults measure(Path file, Path working, Stop stop, PlanProgress progress)
      throws Exception {
    ProfilePlan plan = plan(file);
    Problems problems = new Problems();
    try (OpenMachines machines = OpenMachines.open(plan, problems)) {
      problems.throwIfAny();
      try (PlanJournal journal = PlanJournal.open(working, plan)) {
        Path locks = working.toAbsolutePath().getParent();
        PlanRun.Settings settings =
            new PlanRun.Settings(Optional.of(journal), stop, progress, Optional.of(locks));
        return new PlanRun(plan, machines, settings).run();
      }
    }
  }

  static ProfilePlan plan(Path file) {
    Problems problems = new Problems();
    ProfilePlan plan = ProfilePlanReader.read(file, OptionalLong.empty(), problems).orElse(null);
    problems.throwIfAny();
    return Objects.requireNonNull(plan);
  }
}
