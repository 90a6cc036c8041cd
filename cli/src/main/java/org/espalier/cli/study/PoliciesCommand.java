package org.espalier.cli.study;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.registry.PolicyOrigin;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PruningParts;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.SourceWords;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicyVocabulary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code espalier policies}: lists the registry. */
@Command(
    name = "policies",
    description = "Lists the policies that studies can name, built-in ones and your own.",
    footer = {
      "",
      "Examples:",
      "  espalier policies",
      "  espalier policies MM-P",
      "  espalier policies --plugins my-heuristic.jar"
    })
final class PoliciesCommand extends Subcommand {
  private static final String POWER = "power of machines";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "a policy, to be told all about it")
  private Optional<String> name;

  @Mixin private PluginOptions plugins;

  @Override
  protected void run() {
    PolicyRegistry registry = plugins.registry();
    if (name.isPresent()) {
      print(name.get(), registry);
    } else {
      printAll(registry);
    }
  }

  /** Prints all policies by source, what suffixes mean, and what the sources call settings. */
  private void printAll(PolicyRegistry registry) {
    Map<String, List<PolicyProvider>> bySource =
        registry.providers().stream()
            .collect(Collectors.groupingBy(policy -> PolicyOrigin.of(policy).title()));
    Arrays.stream(PolicyOrigin.values())
        .map(PolicyOrigin::title)
        .distinct()
        .filter(bySource::containsKey)
        .forEach(title -> printGroup(title, bySource.getOrDefault(title, List.of())));
    out().println("A suffix puts the pruner around any of them, in place of its own:");
    print(suffixes());
    out().println();
    out().println("Mapped tasks are dropped below a threshold. Other ways, for -P and -Drop:");
    out().println("  --set dropping=proactive --set toggle=always   the heuristic of DROPPING");
    out().println("  --set dropping=optimal --set toggle=always     the best part of each queue");
    out().println();
    out().println("Settings by the sources' words:");
    TextTable words = TextTable.of("  ", "", "");
    SourceWords.all().forEach(words::add);
    print(words);
    out().println();
    out().println("espalier policies NAME tells all about one.");
  }

  private void print(TextTable table) {
    table.print(out(), display().width());
  }

  private void printGroup(String title, List<PolicyProvider> policies) {
    TextTable table = TextTable.of("  ", "name", "source", "what it does");
    for (PolicyProvider policy : policies) {
      table.add(policy.name(), policy.source(), summary(policy));
    }
    out().println(title);
    print(table);
    out().println();
  }

  /** What it does, and what it needs that not every system has. */
  private static String summary(PolicyProvider policy) {
    return policy.needsPower()
        ? "%s; needs %s".formatted(policy.summary(), POWER)
        : policy.summary();
  }

  private static TextTable suffixes() {
    TextTable table = TextTable.of("  ", "", "");
    for (PruningParts parts : PruningParts.values()) {
      if (parts != PruningParts.NONE) {
        table.add(parts.suffix(), meaning(parts));
      }
    }
    return table;
  }

  private static String meaning(PruningParts parts) {
    return switch (parts) {
      case NONE -> "no pruner";
      case WHOLE ->
          "the whole pruner: drops mapped tasks with little chance of success, and defers tasks"
              + " whose best chance is low";
      case DEFERRING -> "deferring only: tasks whose best chance of success is low wait";
      case DROPPING -> "dropping only: mapped tasks with little chance of success are dropped";
    };
  }

  /**
   * Prints all that is known of one policy.
   *
   * @throws CommandFailure if there is none of the name
   */
  private void print(String name, PolicyRegistry registry) {
    PolicyRegistry.Entry entry = registry.find(name).orElseThrow(() -> unknown(name, registry));
    PolicyProvider policy = entry.provider();
    TextTable table = TextTable.of("", "", "");
    table.add("name", name);
    table.add("heuristic", policy.summary());
    table.add("pruning", meaning(entry.parts()));
    if (policy.needsPower()) {
      table.add("needs", POWER);
    }
    table.add("source", policy.source());
    table.add("comes from", origin(policy));
    table.add("in a study", "axes: {policy: [%s]}".formatted(name));
    table.add("reads", String.join(", ", options(entry)));
    print(table);
    printParameters(policy);
  }

  private static List<String> options(PolicyRegistry.Entry entry) {
    return Arrays.stream(PolicyOption.values())
        .filter(option -> option.isReadBy(entry))
        .map(PolicyOption::key)
        .toList();
  }

  private void printParameters(PolicyProvider policy) {
    List<ParameterSetting> parameters = PolicyVocabulary.parameters(policy);
    if (parameters.isEmpty()) {
      return;
    }
    TextTable table = TextTable.of("", "parameter", "default", "what it does");
    for (ParameterSetting parameter : parameters) {
      table.add(
          parameter.entryKey(),
          parameter.byDefault(),
          "%s; values: %s (%s)"
              .formatted(
                  parameter.summary(), parameter.expected(), parameter.parameter().source()));
    }
    out().println();
    print(table);
    ParameterSetting first = parameters.getFirst();
    out().println();
    say(
        "In a study: {policy: %s, %s: %s}, or %s as a setting or an axis.%n",
        policy.name(), first.entryKey(), first.byDefault(), first.key());
  }

  private static String origin(PolicyProvider policy) {
    boolean builtIn = PolicyRegistry.builtIn().find(policy.name()).isPresent();
    return builtIn ? "Espalier" : "a plug-in";
  }

  private static CommandFailure unknown(String name, PolicyRegistry registry) {
    String remedy =
        SourceWords.meant(name)
            .map(setting -> "it is what the sources call the setting %s".formatted(setting))
            .orElseGet(() -> Names.remedy(name, registry.names()));
    return new CommandFailure("there is no policy %s; %s".formatted(name, remedy));
  }
}
