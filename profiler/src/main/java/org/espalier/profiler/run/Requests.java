package org.espalier.profiler.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.plan.Pressure;
import org.espalier.profiler.plan.ProfilePlan;

/**
 * What a machine is asked to run for a plan.
 *
 * @param copy 0 for commands that are measured, from 1 on for those that run beside one
 */
record Requests(ProfilePlan plan, PlannedMachine machine, Host host, int copy) {
  private static final int MESSAGE_BYTES = 4_096;
  private static final int CHECKED_BYTES = 1 << 20;
  private static final Duration PREPARATION = Duration.ofHours(1);

  /** Of commands that run beside a measured one, from 1. */
  Requests ofCopy(int number) {
    return new Requests(plan, machine, host, number);
  }

  /** A run of an application. */
  RunRequest run(Application application, List<Integer> cores) {
    boolean isChecked = application.around().outputContains().isPresent();
    RunRequest request =
        request(application, application.command(), machine.niceness())
            .on(cores)
            .keeping(isChecked ? CHECKED_BYTES : MESSAGE_BYTES);
    return limited(request, application);
  }

  /** A run of a pressure, without end. */
  RunRequest run(Pressure pressure, List<Integer> cores) {
    return request(pressure.command(), pressure.environment(), Optional.empty(), machine.niceness())
        .on(cores);
  }

  /** What prepares an application. */
  Optional<RunRequest> prepare(Application application) {
    return application
        .around()
        .prepare()
        .map(words -> request(application, words, 0).within(PREPARATION));
  }

  /** What goes before each run. */
  Optional<RunRequest> beforeEach(Application application) {
    return application.around().beforeEach().map(words -> helper(application, words));
  }

  /** What checks a run. */
  Optional<RunRequest> check(Application application) {
    return application.around().check().map(words -> helper(application, words));
  }

  private RunRequest helper(Application application, List<String> words) {
    return limited(request(application, words, 0), application);
  }

  private static RunRequest limited(RunRequest request, Application application) {
    return application.around().limit().map(request::within).orElse(request);
  }

  private RunRequest request(Application application, List<String> words, int niceness) {
    return request(words, application.around().environment(), directory(application), niceness);
  }

  private RunRequest request(
      List<String> words,
      Map<String, String> environment,
      Optional<String> directory,
      int niceness) {
    return new RunRequest(
        filled(words),
        filled(environment),
        directory,
        List.of(),
        niceness,
        Optional.empty(),
        MESSAGE_BYTES,
        false);
  }

  /** Where an application runs; on this machine a relative one is beside the plan. */
  Optional<String> directory(Application application) {
    Optional<String> directory = application.around().directory().map(this::filled);
    return machine.ssh().isPresent()
        ? directory
        : directory.map(
            text -> plan.about().file().toAbsolutePath().resolveSibling(text).toString());
  }

  private String filled(String text) {
    return text.replace(Application.SCRATCH, host.scratch())
        .replace(Application.COPY, Integer.toString(copy));
  }

  private List<String> filled(List<String> words) {
    return words.stream().map(this::filled).toList();
  }

  private Map<String, String> filled(Map<String, String> environment) {
    Map<String, String> filled = new LinkedHashMap<>();
    environment.forEach((name, value) -> filled.put(name, filled(value)));
    return filled;
  }
}
