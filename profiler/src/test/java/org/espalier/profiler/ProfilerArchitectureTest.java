package org.espalier.profiler;

import java.util.List;
import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What each package of the profiler may know of the others. */
class ProfilerArchitectureTest {
  private static final ModuleRules PROFILER = ModuleRules.of("org.espalier.profiler");

  /** From machine to report, each knows only those before it: probes fill in what a run is. */
  private static final List<String> ORDER =
      List.of(
          "host",
          "sample",
          "probe",
          "statistics",
          "measure",
          "plan",
          "run",
          "prediction",
          "result");

  @Test
  void packagesHaveNoCycles() {
    PROFILER.packagesHaveNoCycles();
  }

  @Test
  void packagesKnowOnlyThoseBeforeThem() {
    PROFILER.packagesKnowOnlyThoseBefore(ORDER);
  }
}
