package org.espalier.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
final class QuickOptions {
  /** What the machine is called where it has no other name in messages. */
  private static final String THIS_MACHINE = "this machine";

  private static final Place PLACE = new Place(Path.of("the command line"), 0, "");
  private static final int DEFAULT_WARM_UPS = 1;

  private final ProfileCommand command;
  private final List<String> problems = new ArrayList<>();

  private QuickOptions(ProfileCommand command) {
    this.command = command;
  }

  /** The plan of a call. */
  static ProfilePlan plan(ProfileCommand command) {
    QuickOptions options = new QuickOptions(command);
    options.checkExport();
    ProfilePlan plan = options.plan();
    if (!options.problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), options.problems));
    }
    return plan;
  }

  private ProfilePlan plan() {
    String taskType = taskType();
    return new ProfilePlan(
        new ProfilePlan.About(PLACE.file(), "", taskType, taskType, ""),
        0,
        new ProfilePlan.Repeats(command.warmUps.orElse(DEFAULT_WARM_UPS), rule(), Duration.ZERO),
        measures(),
        List.of(new Application(PLACE, taskType, taskType, command.command(), around())),
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
        command.prepare.map(line -> List.of("sh", "-c", line)),
        Optional.empty(),
        Optional.empty(),
        command.limit,
        command.ignoresFailure);
  }

  private PlannedMachine machine() {
    command.machineType.ifPresent(name -> checkName("--machine-type", name));
    List<Integer> cores = command.cores.orElse(List.of());
    return new PlannedMachine(
        PLACE,
        command.ssh.orElse(THIS_MACHINE),
        ssh(command),
        new PlannedMachine.Cores(cores, List.of(), !cores.isEmpty()),
        0,
        Optional.empty(),
        instruments(command),
        false);
  }

  /** The machine that a call names; this one if empty. */
  static Optional<Ssh> ssh(ProfileCommand command) {
    try {
      return command.ssh.map(Ssh::to);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("--ssh: " + e.getMessage(), e);
    }
  }

  /** The settings of the machine's instruments in a call. */
  static InstrumentSettings instruments(ProfileCommand command) {
    InstrumentSettings all = InstrumentSettings.defaults();
    if (command.powerCommand.filter(String::isBlank).isPresent()) {
      throw new CommandFailure("--power-command is empty; expected a command that prints watts");
    }
    return command.powerCommand.map(line -> all.by(List.of("sh", "-c", line))).orElse(all);
  }

  private StoppingRule rule() {
    StoppingRule usual = StoppingRule.DEFAULT;
    int most = command.most.orElse(usual.most());
    int least = command.least.orElse(Math.min(usual.least(), most));
    if (least > most && command.most.isPresent()) {
      problems.add("--least %d is above --runs %d; change one".formatted(least, most));
    }
    return new StoppingRule(
        least,
        Math.max(least, most),
        command.precision.orElse(usual.precision()),
        command.time.orElse(usual.time()));
  }

  /** A run in a simulated cache takes some fifty times as long, so only who asks for it gets it. */
  private ProfilePlan.Measures measures() {
    if (command.measure.isEmpty()) {
      return new ProfilePlan.Measures(
          Set.of(Measurement.TIME), EnumSet.complementOf(EnumSet.of(Measurement.CACHE_SIMULATION)));
    }
    Set<Measurement> demanded =
        EnumSet.of(Measurement.TIME, command.measure.toArray(Measurement[]::new));
    if (demanded.containsAll(List.of(Measurement.COUNTERS, Measurement.CACHE_SIMULATION))) {
      problems.add(
          "--measure: counters and cache-simulation both tell instructions and misses; ask for"
              + " one");
    }
    return new ProfilePlan.Measures(demanded, demanded);
  }

  private String taskType() {
    command.taskType.ifPresent(name -> checkName("--task-type", name));
    Path program = Path.of(command.command().getFirst()).getFileName();
    return command.taskType.orElseGet(() -> allowed(String.valueOf(program)));
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
      command.export.ifPresent(file -> OutputFile.check("--export", file));
    } catch (CommandFailure e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    if (command.appends && command.export.isEmpty()) {
      problems.add("--append: there is no --export to append to; give one");
    }
  }
}
