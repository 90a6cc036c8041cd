package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier profile}: measures commands. The work is in {@link QuickProfile} for one command,
 * {@link PlanProfile} for a plan and {@link CapabilitiesView}, loaded when they are called.
 */
@Command(
    name = "profile",
    description = {
      "Measures the execution times of commands, and what else a machine can tell of them.",
      "",
      "One command behind --, or a plan of many; options marked (plan) go with a plan, those marked"
          + " (command) with one command. Ctrl-C keeps what was measured."
    },
    customSynopsis = {
      "espalier profile [OPTIONS] -- COMMAND...",
      "espalier profile [OPTIONS] PLAN.yaml",
      "espalier profile --what-can-i-measure [--ssh HOST]"
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  espalier profile -- ./encode clip.mp4",
      "  espalier profile --runs 20 --export times.csv --task-type clip -- ./encode clip.mp4",
      "  espalier profile --measure counters,energy --cores 1 -- ./encode clip.mp4",
      "  espalier profile -- sh -c \"sort words.txt | uniq -c\"",
      "  espalier profile my-plan.yaml --dry-run",
      "  espalier profile my-plan.yaml --system system.yaml",
      "  espalier profile --what-can-i-measure"
    })
final class ProfileCommand implements Callable<Integer> {
  /** Options for one command only. */
  static final List<String> OF_COMMAND =
      List.of(
          "--warm-up",
          "--runs",
          "--least",
          "--time",
          "--precision",
          "--limit",
          "--cores",
          "--prepare",
          "--ignore-failure",
          "--measure",
          "--export",
          "--append",
          "--task-type",
          "--machine-type");

  /** Options for plans only. */
  static final List<String> OF_PLAN =
      List.of("--seed", "--out", "--resume", "--restart", "--system", "--dry-run");

  /** Stands between the options and the command to measure. */
  static final String END_OF_OPTIONS = "--";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND or PLAN.yaml",
      description = "the command and its arguments, which no shell expands; or the plan")
  private List<String> arguments = List.of();

  @Option(
      names = "--what-can-i-measure",
      description = "shows what this machine can measure, and how to get what is missing")
  private boolean wantsCapabilities;

  @Option(
      names = "--ssh",
      paramLabel = "HOST",
      description = "measures on another machine, as [USER@]HOST; not for plans, which name theirs")
  private @Nullable String ssh;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "(command) runs before the first that counts; 1 if left out")
  private @Nullable Integer warmUps;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "(command) the most runs; 100 if left out")
  private @Nullable Integer most;

  @Option(
      names = "--least",
      paramLabel = "N",
      description = "(command) the least runs; 9 if left out")
  private @Nullable Integer least;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description =
          "(command) when the least runs are done, no run begins if those before took longer than"
              + " this together; 5min if left out")
  private @Nullable String time;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      description =
          "(command) it is enough when the 95 %% interval of the mean is within this; 2%% if left"
              + " out")
  private @Nullable String precision;

  @Option(
      names = "--limit",
      paramLabel = "DURATION",
      description =
          "(command) a run that takes longer is killed, as is what prepares it; no limit if left"
              + " out")
  private @Nullable String limit;

  @Option(
      names = "--cores",
      paramLabel = "CORES",
      description = "(command) pins the command to cores, as 0,2 or 0-3; all if left out")
  private @Nullable String cores;

  @Option(
      names = "--prepare",
      paramLabel = "COMMAND",
      description = "(command) a command for the shell before each run, which is not measured")
  private @Nullable String prepare;

  @Option(
      names = "--ignore-failure",
      description = "(command) counts runs whose exit code is not 0")
  private boolean ignoresFailure;

  @Option(
      names = "--measure",
      paramLabel = "WHAT",
      split = ",",
      description =
          "(command) time only, or with it counters, energy and cache-simulation, separated by"
              + " commas; counters and energy where the machine has them if left out")
  private @Nullable List<String> measure;

  @Option(
      names = "--power-command",
      paramLabel = "COMMAND",
      description =
          "a command for the shell that prints the power of the machine in watts, as a meter of"
              + " your own; run every second")
  private @Nullable String powerCommand;

  @Option(
      names = "--export",
      paramLabel = "FILE.csv",
      description =
          "(command) writes the runs to a file for espalier pet build; replaced if it is there")
  private @Nullable Path export;

  @Option(names = "--append", description = "(command) adds to the runs that the exported file has")
  private boolean appends;

  @Option(
      names = "--task-type",
      paramLabel = "NAME",
      description = "(command) the name of its task type; the program's if left out")
  private @Nullable String taskType;

  @Option(
      names = "--machine-type",
      paramLabel = "NAME",
      description = "(command) the name of the machine type; the machine's if left out")
  private @Nullable String machineType;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "(plan) of the order of the runs, in place of the plan's")
  private @Nullable Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "(plan) where results go; results/<name of the plan> if left out")
  private @Nullable Path out;

  @Option(names = "--resume", description = "(plan) goes on with a plan that was stopped")
  private boolean resumes;

  @Option(
      names = "--restart",
      description = "(plan) forgets what was measured of a plan that was stopped, and begins anew")
  private boolean restarts;

  @Option(
      names = "--system",
      paramLabel = "FILE.yaml",
      description = "(plan) writes a system file with its PET, power and P-states")
  private @Nullable Path system;

  @Option(
      names = "--dry-run",
      description = "(plan) checks all of it and shows what would be measured; runs nothing")
  private boolean isDryRun;

  @Override
  public Integer call() throws Exception {
    if (wantsCapabilities) {
      return new CapabilitiesView(this).run();
    }
    return hasCommand() ? new QuickProfile(this).run() : new PlanProfile(this).run();
  }

  /** Whether there is a command, which stands behind --. */
  private boolean hasCommand() {
    boolean hasCommand = !command().isEmpty();
    if (hasCommand && arguments.size() <= command().size()) {
      return true;
    }
    if (!hasCommand && arguments.size() == 1 && arguments.getFirst().matches("(?i).*\\.ya?ml")) {
      return false;
    }
    if (arguments.isEmpty()) {
      throw new CommandFailure(
          "nothing to measure; expected espalier profile -- COMMAND..., a PLAN.yaml, or"
              + " --what-can-i-measure");
    }
    throw new CommandFailure(
        "%s is not one plan, which ends in .yaml; a whole command stands behind --: espalier profile -- %s"
            .formatted(arguments.getFirst(), String.join(" ", arguments)));
  }

  /** Refuses those of some options that were given. */
  void refuse(List<String> options, String reason) {
    List<String> given =
        options.stream()
            .filter(name -> spec.commandLine().getParseResult().hasMatchedOption(name))
            .toList();
    if (!given.isEmpty()) {
      throw new CommandFailure("%s: %s".formatted(String.join(", ", given), reason));
    }
  }

  CommandSpec spec() {
    return spec;
  }

  /** The command behind --. */
  List<String> command() {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    int end = typed.indexOf(END_OF_OPTIONS);
    return end < 0 ? List.of() : typed.subList(end + 1, typed.size());
  }

  /** The plan. */
  Path plan() {
    return Path.of(arguments.getFirst());
  }

  Optional<String> ssh() {
    return Optional.ofNullable(ssh);
  }

  Optional<Integer> warmUps() {
    return Optional.ofNullable(warmUps);
  }

  Optional<Integer> most() {
    return Optional.ofNullable(most);
  }

  Optional<Integer> least() {
    return Optional.ofNullable(least);
  }

  Optional<String> time() {
    return Optional.ofNullable(time);
  }

  Optional<String> precision() {
    return Optional.ofNullable(precision);
  }

  Optional<String> limit() {
    return Optional.ofNullable(limit);
  }

  Optional<String> cores() {
    return Optional.ofNullable(cores);
  }

  Optional<String> prepare() {
    return Optional.ofNullable(prepare);
  }

  boolean ignoresFailure() {
    return ignoresFailure;
  }

  Optional<List<String>> measure() {
    return Optional.ofNullable(measure);
  }

  Optional<String> powerCommand() {
    return Optional.ofNullable(powerCommand);
  }

  Optional<Path> export() {
    return Optional.ofNullable(export);
  }

  boolean appends() {
    return appends;
  }

  Optional<String> taskType() {
    return Optional.ofNullable(taskType);
  }

  Optional<String> machineType() {
    return Optional.ofNullable(machineType);
  }

  Optional<Long> seed() {
    return Optional.ofNullable(seed);
  }

  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  boolean resumes() {
    return resumes;
  }

  boolean restarts() {
    return restarts;
  }

  Optional<Path> system() {
    return Optional.ofNullable(system);
  }

  boolean isDryRun() {
    return isDryRun;
  }
}
