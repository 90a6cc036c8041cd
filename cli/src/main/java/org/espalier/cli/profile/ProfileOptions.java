package org.espalier.cli.profile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.OptionTypes.UnfitException;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.profiler.plan.Measurement;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.cpufreq.CpuList;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code espalier profile} is asked for, on its command line. */
final class ProfileOptions {
  /** Options for plans only. */
  static final List<String> OF_PLAN =
      List.of("--seed", "--out", "--resume", "--restart", "--system", "--dry-run");

  /** Stands between the options and the command to measure. */
  static final String END_OF_OPTIONS = "--";

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND or PLAN.yaml",
      description = "the command and its arguments, which no shell expands; or the plan")
  private List<String> arguments = List.of();

  @Option(
      names = "--what-can-i-measure",
      description = "shows what this machine can measure, and how to get what is missing")
  boolean wantsCapabilities;

  @Option(
      names = "--ssh",
      paramLabel = "HOST",
      description = "measures on another machine, as [USER@]HOST; not for plans, which name theirs")
  Optional<String> ssh;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      converter = OptionTypes.CountOrNone.class,
      description = "(command) runs before the first that counts; 1 if left out")
  Optional<Integer> warmUps;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "(command) the most runs; 100 if left out")
  Optional<Integer> most;

  @Option(
      names = "--least",
      paramLabel = "N",
      description = "(command) the least runs; 9 if left out")
  Optional<Integer> least;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description =
          "(command) when the least runs are done, no run begins if those before took longer than"
              + " this together; 5min if left out")
  Optional<Duration> time;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      converter = Precision.class,
      description =
          "(command) it is enough when the 95 %% interval of the mean is within this; 2%% if left"
              + " out")
  Optional<Double> precision;

  @Option(
      names = "--limit",
      paramLabel = "DURATION",
      description =
          "(command) a run that takes longer is killed, as is what prepares it; no limit if left"
              + " out")
  Optional<Duration> limit;

  @Option(
      names = "--cores",
      paramLabel = "CORES",
      converter = Cores.class,
      description = "(command) pins the command to cores, as 0,2 or 0-3; all if left out")
  Optional<List<Integer>> cores;

  @Option(
      names = "--prepare",
      paramLabel = "COMMAND",
      description = "(command) a command for the shell before each run, which is not measured")
  Optional<String> prepare;

  @Option(
      names = "--ignore-failure",
      description = "(command) counts runs whose exit code is not 0")
  boolean ignoresFailure;

  @Option(
      names = "--measure",
      paramLabel = "WHAT",
      split = ",",
      description =
          "(command) time only, or with it counters, energy and cache-simulation, separated by"
              + " commas; counters and energy where the machine has them if left out")
  List<Measurement> measure = List.of();

  @Option(
      names = "--export",
      paramLabel = "FILE.csv",
      description =
          "(command) writes the runs to a file for espalier pet build; replaced if it is there")
  Optional<Path> export;

  @Option(names = "--append", description = "(command) adds to the runs that the exported file has")
  boolean appends;

  @Option(
      names = "--task-type",
      paramLabel = "NAME",
      description = "(command) the name of its task type; the program's if left out")
  Optional<String> taskType;

  @Option(
      names = "--machine-type",
      paramLabel = "NAME",
      description = "(command) the name of the machine type; the machine's if left out")
  Optional<String> machineType;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "(plan) of the order of the runs, in place of the plan's")
  Optional<Long> seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "(plan) where results go; results/<name of the plan> if left out")
  Optional<Path> out;

  @Mixin ResumeOptions resume;

  @Option(
      names = "--system",
      paramLabel = "FILE.yaml",
      description = "(plan) writes a system file with its PET, power and P-states")
  Optional<Path> system;

  @Option(
      names = "--dry-run",
      description = "(plan) checks all of it and shows what would be measured; runs nothing")
  boolean isDryRun;

  /** A share of 1 that is written in percent. */
  static final class Precision implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) throws UnfitException {
      return StoppingRule.precision(text)
          .filter(share -> share <= 1)
          .orElseThrow(() -> new UnfitException("above 0% and at most 100%, as 2%"));
    }
  }

  /** Numbers and ranges of cores, as the kernel writes them. */
  static final class Cores implements ITypeConverter<List<Integer>> {
    @Override
    public List<Integer> convert(String text) throws UnfitException {
      Set<Integer> cores = new TreeSet<>();
      for (String part : text.split(",", -1)) {
        List<Integer> some = CpuList.parse(part);
        if (some.isEmpty() || !part.strip().matches("[0-9]{1,4}(-[0-9]{1,4})?")) {
          throw new UnfitException("numbers and ranges, as 0,2 or 0-3");
        }
        cores.addAll(some);
      }
      return List.copyOf(cores);
    }
  }

  /** Options for one command only, as their descriptions begin to say. */
  List<String> ofCommand() {
    return spec.options().stream()
        .filter(option -> option.description()[0].startsWith("(command)"))
        .map(OptionSpec::longestName)
        .toList();
  }

  /** Whether there is a command, which stands behind --. */
  boolean hasCommand() {
    boolean hasCommand = !command().isEmpty();
    if (hasCommand && arguments.size() <= command().size()) {
      return true;
    }
    if (!hasCommand && arguments.size() == 1 && arguments.getFirst().matches("(?i).*\\.ya?ml")) {
      return false;
    }
    CommandFailure.when(
        arguments.isEmpty(),
        "nothing to measure; expected espalier profile -- COMMAND..., a PLAN.yaml, or"
            + " --what-can-i-measure");
    throw new CommandFailure(
        "%s is not one plan, which ends in .yaml; a whole command stands behind --: espalier profile -- %s"
            .formatted(arguments.getFirst(), String.join(" ", arguments)));
  }

  /** Refuses those of some options that were given. */
  void refuse(List<String> options, String reason) {
    Subcommand.refuse(spec, options, reason);
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
}
