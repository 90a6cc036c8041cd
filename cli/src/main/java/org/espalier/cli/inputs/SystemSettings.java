package org.espalier.cli.inputs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.study.SystemModel;
import org.espalier.simulator.study.SystemOption;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the options of {@code espalier system generate} say the system is like: those that generated
 * systems of studies have. What is wrong with them is told all at once.
 */
final class SystemSettings {
  private final Map<SystemOption, String> given = new EnumMap<>(SystemOption.class);

  SystemSettings(CommandSpec command) {
    for (SystemOption option : SystemOption.ALL) {
      Optional.ofNullable(command.findOption(name(option)))
          .map(OptionSpec::getValue)
          .ifPresent(value -> given.put(option, value.toString()));
    }
  }

  /** Adds the options to the command. */
  static void addOptions(CommandSpec command) {
    for (SystemOption option : SystemOption.ALL) {
      if (option != SystemOption.SYSTEMS) { // which --trial says
        command.addOption(option(option));
      }
    }
  }

  private static OptionSpec option(SystemOption option) {
    return OptionSpec.builder(name(option))
        .type(String.class)
        .paramLabel(option.isFlag() ? "true|false" : "VALUE")
        .arity(option.isFlag() ? "0..1" : "1")
        .fallbackValue(option.isFlag() ? "true" : "")
        .description(
            "%s: %s (default %s)"
                .formatted(option.summary(), option.expected(), option.byDefault()))
        .build();
  }

  private static String name(SystemOption option) {
    return "--" + option.key().replace('_', '-');
  }

  /**
   * What to generate.
   *
   * @throws CommandFailure with all problems if there are any
   */
  SystemModel model(String name, boolean ofTrial) {
    List<String> problems = new ArrayList<>();
    List<SystemOption> unfit =
        given.entrySet().stream()
            .filter(entry -> !entry.getKey().accepts(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    for (SystemOption option : unfit) {
      problems.add(
          "%s is %s; expected %s".formatted(name(option), given.remove(option), option.expected()));
    }
    SystemOption.problems(given).stream()
        .filter(problem -> unfit.stream().noneMatch(option -> problem.contains(option.key())))
        .map(SystemSettings::inOptions)
        .forEach(problems::add);
    if (!problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), problems));
    }
    given.put(SystemOption.SYSTEMS, ofTrial ? "per-trial" : "one");
    return SystemOption.model(name, given);
  }

  /** A problem that names options as they are on the command line. */
  private static String inOptions(String problem) {
    String text = problem;
    for (SystemOption option : SystemOption.ALL) {
      text = text.replaceAll("(?<![\\w-])" + option.key() + "(?!\\w)", name(option));
    }
    return text;
  }
}
