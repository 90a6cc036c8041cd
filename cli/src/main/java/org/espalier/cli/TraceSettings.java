package org.espalier.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.WorkloadConvertCommand.TraceOptions;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.SwfField;
import org.espalier.workload.swf.SwfSettings;
import org.espalier.workload.swf.TypeRule;

/** What the options of a command say about traces. */
final class TraceSettings {
  private TraceSettings() {}

  /**
   * The settings that options stand for.
   *
   * @throws CommandFailure if one is not good
   */
  static SwfSettings of(TraceOptions options) {
    DeadlineRule.Basis basis =
        options
            .deadline
            .map(word -> choice("--deadline", word, DeadlineRule.Basis.values()))
            .orElse(DeadlineRule.DEFAULT.basis());
    SwfSettings.Order order =
        options
            .unsorted
            .map(word -> choice("--unsorted", word, SwfSettings.Order.values()))
            .orElse(SwfSettings.DEFAULTS.order());
    double slack = options.slack.map(TraceSettings::slack).orElse(DeadlineRule.DEFAULT.slack());
    return new SwfSettings(types(options), options.renames, new DeadlineRule(slack, basis), order);
  }

  private static <E extends Enum<E>> E choice(String option, String word, E[] values) {
    List<String> words = Arrays.stream(values).map(Names::word).toList();
    int place = words.indexOf(word);
    if (place < 0) {
      throw unfit(option, word, String.join(" or ", words));
    }
    return values[place];
  }

  private static double slack(String text) {
    try {
      double slack = Double.parseDouble(text);
      if (slack >= 0 && slack <= 1e6) {
        return slack;
      }
    } catch (NumberFormatException e) {
      // Told below, as numbers out of range are.
    }
    throw unfit("--slack", text, "a number from 0 to 1000000");
  }

  private static TypeRule types(TraceOptions options) {
    String rule = options.types.orElse("requested-time");
    if (options.classes.isPresent() && !rule.equals("requested-time")) {
      throw new CommandFailure("--classes are of --types requested-time, not of " + rule);
    }
    return switch (rule) {
      case "requested-time" ->
          options.classes.map(TraceSettings::classes).orElse(TypeRule.ByRequestedTime.DEFAULT);
      case "executable" -> new TypeRule.ByField(SwfField.EXECUTABLE);
      case "user" -> new TypeRule.ByField(SwfField.USER);
      case "queue" -> new TypeRule.ByField(SwfField.QUEUE);
      default -> throw unfit("--types", rule, "requested-time, executable, user or queue");
    };
  }

  private static TypeRule.ByRequestedTime classes(String text) {
    List<Duration> bounds = new ArrayList<>();
    Duration last = Duration.ZERO;
    for (String word : text.split(",", -1)) {
      Optional<Duration> bound = Quantities.duration(word);
      if (bound.isEmpty() || bound.get().compareTo(last) <= 0) {
        throw unfit("--classes", text, "increasing durations above 0, as 10min,1h");
      }
      last = bound.get();
      bounds.add(last);
    }
    return new TypeRule.ByRequestedTime(bounds);
  }

  private static CommandFailure unfit(String option, String value, String expected) {
    return new CommandFailure("%s is %s; expected %s".formatted(option, value, expected));
  }
}
