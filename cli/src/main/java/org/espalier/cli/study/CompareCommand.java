package org.espalier.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.simulator.result.ScenarioComparison;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.StoredTrials;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier compare}: differences between stored results. */
@Command(
    name = "compare",
    description = {
      "Takes differences between scenarios, with 95 %% intervals.",
      "",
      "Each scenario is held against the baseline's that differs from it in the fewest axes. Where"
          + " both met the same trials, which is the same tasks and seed on whatever systems, the"
          + " difference is taken trial by trial. Where they did not, as at another load, the"
          + " comparison is unpaired, and says so: the difference of the means, with Welch's"
          + " interval."
    },
    footer = {
      "",
      "Examples:",
      "  espalier compare results/quick-start --baseline PAM",
      "  espalier compare results/before results/after --column robustness,response_s",
      "  espalier compare results/before results/after --baseline before:MM",
      "",
      "docs/columns.md explains every column."
    })
final class CompareCommand extends Subcommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "RESULT",
      description = "directories that espalier run wrote")
  private List<Path> results = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "what to compare with: a policy or other value of an axis, a scenario (\"PAM, 15k\"), the"
              + " name of a RESULT, or NAME-OF-RESULT:SCENARIO; by default the first of several"
              + " RESULTs, or the baseline of the study")
  private Optional<String> baseline;

  @Option(
      names = "--column",
      paramLabel = "KEY",
      split = ",",
      defaultValue = "robustness",
      description = "columns to compare, with commas between them; default ${DEFAULT-VALUE}")
  private List<String> columns = new ArrayList<>();

  private List<StoredResults> all = List.of();

  private static List<StoredResults> read(List<Path> directories) {
    directories.forEach(ResultArgument::check);
    Problems problems = new Problems();
    List<StoredResults> all =
        directories.stream()
            .map(directory -> StoredResults.read(directory, problems))
            .flatMap(Optional::stream)
            .toList();
    problems.throwIfAny();
    checkNames(all);
    return all;
  }

  private static void checkNames(List<StoredResults> all) {
    Set<String> names = new LinkedHashSet<>();
    for (StoredResults results : all) {
      CommandFailure.when(
          results.scenarios().isEmpty(), "%s holds no trials; run its study", results.name());
      CommandFailure.when(
          !names.add(results.name()),
          "two results are named %s, so that a table could not tell them apart; rename one",
          results.name());
    }
  }

  @Override
  protected void run() {
    all = read(results);
    checkColumns();
    String baseline = this.baseline.orElseGet(() -> ScenarioComparison.defaultBaseline(all));
    ScenarioComparison comparison =
        CommandFailure.unlessRefused(
            "--baseline %s: ".formatted(baseline), () -> ScenarioComparison.of(all, baseline));
    CommandFailure.when(
        comparison.pairs().isEmpty(),
        "everything belongs to the baseline %s; give a narrower --baseline",
        baseline);
    tell(comparison);
    new ComparisonTable(comparison.pairs(), axes(), all.size() > 1).print(columns, out());
  }

  private void checkColumns() {
    for (StoredResults results : all) {
      for (String column : columns) {
        CommandFailure.when(
            !results.columns().contains(column),
            "--column: %s has no column %s; %s",
            results.name(),
            column,
            Names.remedy(column, results.columns()));
      }
    }
  }

  private void tell(ScenarioComparison comparison) {
    if (comparison.leavesTrialsOut()) {
      err().println("note: some have more trials than others; only those of both are compared");
    }
    Set<String> notes = new LinkedHashSet<>();
    noteUnpaired(comparison).ifPresent(notes::add);
    for (ScenarioComparison.Pair pair : comparison.pairs()) {
      if (!pair.scenario().results().equals(pair.baseline().results())) {
        notes.addAll(
            StoredTrials.differences(pair.baseline().results(), pair.scenario().results()));
      }
    }
    versions().ifPresent(notes::add);
    notes.forEach(text -> err().println("note: " + text));
  }

  private static Optional<String> noteUnpaired(ScenarioComparison comparison) {
    return comparison.unpaired().stream()
        .findFirst()
        .map(pair ->
            "%s of %s %s unpaired: %s and %s met other trials (%s); the interval is Welch's, of the means"
                .formatted(
                    Names.count(comparison.unpaired().size(), "comparison"),
                    comparison.pairs().size(),
                    comparison.unpaired().size() == 1 ? "is" : "are",
                    pair.scenario().fullLabel(),
                    pair.baseline().fullLabel(),
                    pair.unpaired().orElse("")));
  }

  private Optional<String> versions() {
    List<String> versions = all.stream().map(StoredResults::version).distinct().toList();
    return versions.size() < 2
        ? Optional.empty()
        : Optional.of(
            "the results are of several versions of Espalier: " + String.join(", ", versions));
  }

  private List<String> axes() {
    Set<String> axes = new LinkedHashSet<>();
    all.forEach(results -> axes.addAll(results.axes()));
    return new ArrayList<>(axes);
  }
}
