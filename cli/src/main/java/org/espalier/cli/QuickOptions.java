package org.espalier.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.Measurement;
import org.espalier.profiler.plan.Place;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;

/**
 * The options of {@code espalier profile -- COMMAND} as a plan of one application on one machine;
 * all that is wrong is told together.
 */
final class QuickOptions {
  /** What the machine is called where it has no other name in messages. */
  private static final String THIS_MACHINE = "this machine";

  private static final Place PLACE = new Place(Path.of("the command line"), 0, "");
  private static final int DEFAULT_WARM_UPS = 1;
  private static final int MOST_CORES = 4096;
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

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
    int warmUps = atLeast(0, "--warm-up", command.warmUps.orElse(DEFAULT_WARM_UPS));
    return new ProfilePlan(
        new ProfilePlan.About(PLACE.file(), "", taskType, taskType, ""),
        0,
        new ProfilePlan.Repeats(warmUps, rule(), Duration.ZERO),
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
        command.limit.map(text -> duration("--limit", text)),
        command.ignoresFailure);
  }

  private PlannedMachine machine() {
    command.machineType.ifPresent(name -> checkName("--machine-type", name));
    List<Integer> cores = command.cores.map(this::cores).orElse(List.of());
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
    int most = atLeast(1, "--runs", command.most.orElse(usual.most()));
    int usualLeast = Math.min(usual.least(), most);
    int least = atLeast(1, "--least", command.least.orElse(usualLeast));
    if (least > most && command.most.isPresent()) {
      problems.add("--least %d is above --runs %d; change one".formatted(least, most));
    }
    return new StoppingRule(
        least,
        Math.max(least, most),
        command.precision.map(this::precision).orElse(usual.precision()),
        command.time.map(text -> duration("--time", text)).orElse(usual.time()));
  }

  private int atLeast(int bound, String option, int number) {
    if (number < bound) {
      problems.add("%s is %d; expected at least %d".formatted(option, number, bound));
    }
    return Math.max(bound, number);
  }

  private double precision(String text) {
    return checked(
        StoppingRule.precision(text).filter(share -> share <= 1),
        StoppingRule.DEFAULT.precision(),
        () -> "--precision is %s; expected above 0%% and at most 100%%, as 2%%".formatted(text));
  }

  private Duration duration(String option, String text) {
    return checked(
        Quantities.duration(text).filter(Duration::isPositive),
        Duration.ofSeconds(1),
        () -> "%s is %s; expected %s".formatted(option, text, Quantities.DURATION_HINT));
  }

  private <T> T checked(Optional<T> value, T otherwise, Supplier<String> problem) {
    if (value.isEmpty()) {
      problems.add(problem.get());
    }
    return value.orElse(otherwise);
  }

  /** The cores of a list of numbers and ranges, as the kernel writes them. */
  private List<Integer> cores(String text) {
    Set<Integer> cores = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = RANGE.matcher(part.strip());
      if (!matcher.matches()) {
        problems.add("--cores is %s; expected numbers and ranges, as 0,2 or 0-3".formatted(text));
        return List.of();
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      IntStream.rangeClosed(first, Math.min(last, MOST_CORES)).forEach(cores::add);
    }
    return List.copyOf(cores);
  }

  /** A run in a simulated cache takes some fifty times as long, so only who asks for it gets it. */
  private ProfilePlan.Measures measures() {
    Set<Measurement> demanded = demanded(command.measure);
    return new ProfilePlan.Measures(
        demanded,
        command.measure.isEmpty()
            ? EnumSet.complementOf(EnumSet.of(Measurement.CACHE_SIMULATION))
            : demanded);
  }

  private Set<Measurement> demanded(List<String> words) {
    List<String> known = Arrays.stream(Measurement.values()).map(Names::word).toList();
    Set<Measurement> demanded = EnumSet.of(Measurement.TIME);
    for (String word : words) {
      int place = known.indexOf(word.strip());
      if (place < 0) {
        problems.add("--measure: %s is unknown; %s".formatted(word, Names.remedy(word, known)));
      } else {
        demanded.add(Measurement.values()[place]);
      }
    }
    if (demanded.containsAll(List.of(Measurement.COUNTERS, Measurement.CACHE_SIMULATION))) {
      problems.add(
          "--measure: counters and cache-simulation both tell instructions and misses; ask for"
              + " one");
    }
    return demanded;
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
