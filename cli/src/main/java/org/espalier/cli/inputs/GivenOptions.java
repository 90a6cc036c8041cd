package org.espalier.cli.inputs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.SystemOptions;
import org.espalier.workload.document.Problems;
import org.espalier.workload.environment.EnvironmentReader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a command that say what is generated: those that studies have, by their names
 * there. What is wrong with them is told all at once.
 */
final class GivenOptions {
  private final List<InputOption<?>> options;
  private final Map<InputOption<?>, String> given = new LinkedHashMap<>();

  /** Those of some options that a call gives. */
  GivenOptions(CommandSpec command, List<InputOption<?>> options) {
    this.options = options;
    for (InputOption<?> option : options) {
      Optional.ofNullable(command.findOption(name(option)))
          .map(OptionSpec::getValue)
          .ifPresent(value -> given.put(option, text(option, value.toString())));
    }
  }

  /** A value; an environment may be named by its file. */
  private static String text(InputOption<?> option, String value) {
    return option.key().equals("environment") && value.endsWith(".yaml")
        ? Problems.demand(problems -> EnvironmentReader.text(Path.of(value), problems))
        : value;
  }

  /** Adds options to a command. */
  static void add(CommandSpec command, List<InputOption<?>> options) {
    options.forEach(option -> command.addOption(option(option)));
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
   * Their values.
   *
   * @param inVain what is wrong with values that fit their options
   * @throws CommandFailure with all problems if there are any
   */
  InputValues values(Function<InputValues, List<String>> inVain) {
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
    InputValues values = new InputValues(given);
    inVain.apply(values).stream()
        .filter(problem -> unfit.stream().noneMatch(option -> problem.contains(option.key())))
        .map(this::inOptions)
        .forEach(problems::add);
    CommandFailure.whenAny(problems);
    return values;
  }

  /** A problem that names options as they are on the command line. */
  private String inOptions(String problem) {
    String text = problem;
    for (InputOption<?> option : options) {
      text = text.replaceAll("(?<![\\w-])" + option.key() + "(?!\\w)", name(option));
    }
    return text;
  }
}
