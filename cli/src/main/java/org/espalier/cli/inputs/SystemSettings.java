package org.espalier.cli.inputs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.SystemModel;
import org.espalier.simulator.study.SystemOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the options of {@code espalier system generate} say the system is like: those that generated
 * systems of studies have. What is wrong with them is told all at once.
 */
final class SystemSettings {
  private final Map<InputOption<?>, String> given = new LinkedHashMap<>();

  SystemSettings(CommandSpec command) {
    for (InputOption<?> option : SystemOptions.ALL) {
      Optional.ofNullable(command.findOption(name(option)))
          .map(OptionSpec::getValue)
          .ifPresent(value -> given.put(option, value.toString()));
    }
  }

  /** Adds the options to the command. */
  static void addOptions(CommandSpec command) {
    for (InputOption<?> option : SystemOptions.ALL) {
      if (!option.equals(SystemOptions.SYSTEMS)) { // which --trial says
        command.addOption(option(option));
      }
    }
  }

  private static OptionSpec option(InputOption<?> option) {
    boolean isFlag = option.equals(SystemOptions.IDLE_POWER);
    return OptionSpec.builder(name(option))
        .type(String.class)
        .paramLabel(isFlag ? "true|false" : "VALUE")
        .arity(isFlag ? "0..1" : "1")
        .fallbackValue(isFlag ? "true" : "")
        .description(
            "%s: %s (default %s)"
                .formatted(option.summary(), option.expected(), option.byDefault()))
        .build();
  }

  private static String name(InputOption<?> option) {
    return "--" + option.key().replace('_', '-');
  }

  /**
   * What to generate.
   *
   * @throws CommandFailure with all problems if there are any
   */
  SystemModel model(String name, boolean ofTrial) {
    List<String> problems = new ArrayList<>();
    List<InputOption<?>> unfit =
        given.entrySet().stream()
            .filter(entry -> !entry.getKey().accepts(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    for (InputOption<?> option : unfit) {
      problems.add(
          "%s is %s; expected %s".formatted(name(option), given.remove(option), option.expected()));
    }
    SystemOptions.problems(new InputValues(given)).stream()
        .filter(problem -> unfit.stream().noneMatch(option -> problem.contains(option.key())))
        .map(SystemSettings::inOptions)
        .forEach(problems::add);
    CommandFailure.whenAny(problems);
    given.put(SystemOptions.SYSTEMS, ofTrial ? "per-trial" : "one");
    return SystemOptions.model(name, new InputValues(given));
  }

  /** A problem that names options as they are on the command line. */
  private static String inOptions(String problem) {
    String text = problem;
    for (InputOption<?> option : SystemOptions.ALL) {
      text = text.replaceAll("(?<![\\w-])" + option.key() + "(?!\\w)", name(option));
    }
    return text;
  }
}
