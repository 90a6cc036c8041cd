package org.espalier.cli;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.profiler.measure.Repetition;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;

/**
 * The options of {@code espalier profile -- COMMAND}, checked; all that is wrong is told together.
 */
final class QuickOptions {
  private static final int DEFAULT_WARM_UPS = 1;
  private static final int MOST_CORES = 4096;
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?) *%");
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");

  private final ProfileCommand command;
  private final List<String> problems = new ArrayList<>();
  private final Values values;

  /**
   * What the options say.
   *
   * @param cores empty for all
   * @param wanted what is to be measured; empty for all that the machine can do at no cost
   */
  record Values(
      Repetition.Settings repetition,
      Optional<Duration> limit,
      List<Integer> cores,
      Optional<Set<Measurable>> wanted,
      Optional<String> taskType,
      Optional<String> machineType,
      Optional<Path> export) {}

  private QuickOptions(ProfileCommand command) {
    this.command = command;
    this.values =
        new Values(
            repetition(),
            command.limit().map(text -> duration("--limit", text)),
            command.cores().map(this::cores).orElse(List.of()),
            command.measure().map(this::wanted),
            command.taskType().map(name -> name("--task-type", name)),
            command.machineType().map(name -> name("--machine-type", name)),
            command.export().map(this::export));
    if (command.appends() && command.export().isEmpty()) {
      problems.add("--append: there is no --export to append to; give one");
    }
  }

  /** The options of a call. */
  static Values of(ProfileCommand command) {
    QuickOptions options = new QuickOptions(command);
    if (!options.problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), options.problems));
    }
    return options.values;
  }

  private Repetition.Settings repetition() {
    int warmUps = atLeast(0, "--warm-up", command.warmUps().orElse(DEFAULT_WARM_UPS));
    return new Repetition.Settings(warmUps, rule(), command.ignoresFailure());
  }

  private StoppingRule rule() {
    StoppingRule usual = StoppingRule.DEFAULT;
    int most = atLeast(1, "--runs", command.most().orElse(usual.most()));
    int usualLeast = Math.min(usual.least(), most);
    int least = atLeast(1, "--least", command.least().orElse(usualLeast));
    if (least > most && command.most().isPresent()) {
      problems.add("--least %d is above --runs %d; change one".formatted(least, most));
    }
    return new StoppingRule(
        least,
        Math.max(least, most),
        command.precision().map(this::precision).orElse(usual.precision()),
        command.time().map(text -> duration("--time", text)).orElse(usual.time()));
  }

  private int atLeast(int bound, String option, int number) {
    if (number < bound) {
      problems.add("%s is %d; expected at least %d".formatted(option, number, bound));
    }
    return Math.max(bound, number);
  }

  private double precision(String text) {
    Matcher matcher = PERCENT.matcher(text.strip());
    double share =
        matcher.matches() ? new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue() : 0;
    return checked(
        share > 0 && share <= 1,
        share,
        StoppingRule.DEFAULT.precision(),
        () -> "--precision is %s; expected above 0%% and at most 100%%, as 2%%".formatted(text));
  }

  private Duration duration(String option, String text) {
    Duration duration = Quantities.duration(text).orElse(Duration.ZERO);
    return checked(
        duration.isPositive(),
        duration,
        Duration.ofSeconds(1),
        () -> "%s is %s; expected %s".formatted(option, text, Quantities.DURATION_HINT));
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

  private Set<Measurable> wanted(List<String> words) {
    List<String> known = Arrays.stream(Measurable.values()).map(Measurable::word).toList();
    Set<Measurable> wanted = EnumSet.of(Measurable.TIME);
    for (String word : words) {
      int place = known.indexOf(word.strip());
      if (place < 0) {
        problems.add("--measure: %s is unknown; %s".formatted(word, Names.remedy(word, known)));
      } else {
        wanted.add(Measurable.values()[place]);
      }
    }
    if (wanted.contains(Measurable.COUNTERS) && wanted.contains(Measurable.CACHE_SIMULATION)) {
      problems.add(
          "--measure: counters and cache-simulation both tell instructions and misses; ask for one");
    }
    return wanted;
  }

  private String name(String option, String name) {
    SampleCsv.problemOfName(name)
        .ifPresent(problem -> problems.add("%s \"%s\" %s".formatted(option, name, problem)));
    return name;
  }

  private Path export(Path file) {
    try {
      OutputFile.check("--export", file);
    } catch (CommandFailure e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return file;
  }

  private <T> T checked(boolean isGood, T value, T otherwise, Supplier<String> problem) {
    if (!isGood) {
      problems.add(problem.get());
    }
    return isGood ? value : otherwise;
  }
}
