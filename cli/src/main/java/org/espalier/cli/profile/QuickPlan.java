package org.espalier.cli.profile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.Measurement;
import org.espalier.profiler.plan.Place;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.StoppingRule;

/**
 * The options of {@code espalier profile -- COMMAND} as a plan of one application on one machine;
 * what does not fit together is told at once.
 */
final class QuickPlan {
  /** What the machine is called where it has no other name in messages. */
  private static final String THIS_MACHINE = "this machine";

  private static final Place PLACE = new Place(Path.of("the command line"), 0, "");
  private static final int DEFAULT_WARM_UPS = 1;

  private final ProfileOptions options;
  private final List<String> problems = new ArrayList<>();

  private QuickPlan(ProfileOptions options) {
    this.options = options;
  }

  /** The plan of a call. */
  static ProfilePlan plan(ProfileOptions options) {
    QuickPlan quick = new QuickPlan(options);
    quick.checkExport();
    ProfilePlan plan = quick.plan();
    CommandFailure.whenAny(quick.problems);
    return plan;
  }

  private ProfilePlan plan() {
    String taskType = taskType();
    return new ProfilePlan(
        new ProfilePlan.About(PLACE.file(), "", taskType, taskType, ""),
        0,
        new ProfilePlan.Repeats(options.warmUps.orElse(DEFAULT_WARM_UPS), rule(), Duration.ZERO),
        measures(),
        List.of(new Application(PLACE, taskType, taskType, options.command(), around())),
        List.of(machine()),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private Application.Around around() {
    return new Application.Around(
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        options.prepare.map(line -> List.of("sh", "-c", line)),
        Optional.empty(),
        Optional.empty(),
        options.limit,
        options.ignoresFailure);
  }

  private PlannedMachine machine() {
    options.machineType.ifPresent(name -> checkName("--machine-type", name));
    List<Integer> cores = options.cores.orElse(List.of());
    return new PlannedMachine(
        PLACE,
        options.ssh.orElse(THIS_MACHINE),
        ssh(options),
        new PlannedMachine.Cores(cores, List.of(), !cores.isEmpty()),
        0,
        Optional.empty(),
        InstrumentSettings.defaults(),
        false);
  }

  /** The machine that a call names; this one if empty. */
  static Optional<Ssh> ssh(ProfileOptions options) {
    return CommandFailure.unlessRefused("--ssh: ", () -> options.ssh.map(Ssh::to));
  }

  private StoppingRule rule() {
    StoppingRule usual = StoppingRule.DEFAULT;
    int most = options.most.orElse(usual.most());
    int least = options.least.orElse(Math.min(usual.least(), most));
    if (least > most && options.most.isPresent()) {
      problems.add("--least %s is above --runs %s; change one".formatted(least, most));
    }
    return new StoppingRule(
        least,
        Math.max(least, most),
        options.precision.orElse(usual.precision()),
        options.time.orElse(usual.time()));
  }

  /** A run in a simulated cache takes some fifty times as long, so only who asks for it gets it. */
  private ProfilePlan.Measures measures() {
    if (options.measure.isEmpty()) {
      return new ProfilePlan.Measures(
          Set.of(Measurement.TIME), EnumSet.complementOf(EnumSet.of(Measurement.CACHE_SIMULATION)));
    }
    Set<Measurement> demanded =
        EnumSet.of(Measurement.TIME, options.measure.toArray(Measurement[]::new));
    if (demanded.containsAll(List.of(Measurement.COUNTERS, Measurement.CACHE_SIMULATION))) {
      problems.add(
          "--measure: counters and cache-simulation both tell instructions and misses; ask for"
              + " one");
    }
    return new ProfilePlan.Measures(demanded, demanded);
  }

  private String taskType() {
    options.taskType.ifPresent(name -> checkName("--task-type", name));
    Path program = Path.of(options.command().getFirst()).getFileName();
    return options.taskType.orElseGet(() -> allowed(String.valueOf(program)));
  }

  /** A name without the characters that names in samples may not have. */
  static String allowed(String name) {
    return name.replaceAll("[+\\p{Cntrl}]", "_").strip();
  }

  private void checkName(String option, String name) {
    SampleCsv.problemOfName(name)
        .ifPresent(problem -> problems.add("%s \"%s\" %s".formatted(option, name, problem)));
  }

  private void checkExport() {
    try {
      options.export.ifPresent(file -> OutputFile.check("--export", file));
    } catch (CommandFailure e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    if (options.appends
        && options.export.filter(f -> Files.exists(f) && !Files.isRegularFile(f)).isPresent()) {
      problems.add(
          "--append: %s is no ordinary file; leave out --append".formatted(options.export.get()));
    }
    if (options.appends && options.export.isEmpty()) {
      problems.add("--append: there is no --export to append to; give one");
    }
  }
}
