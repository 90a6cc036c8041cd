package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.simulator.result.ScenarioComparison;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.StoredTrials;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;

/** One call of {@code espalier compare}. */
final class CompareRun {
  private static final int SHOWN_LEFT = 5;

  private final CompareCommand command;
  private final PrintWriter err;
  private final List<StoredResults> all;

  CompareRun(CompareCommand command) {
    this.command = command;
    this.err = command.spec.commandLine().getErr();
    this.all = read(command.results);
  }

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
      if (results.scenarios().isEmpty()) {
        throw new CommandFailure("%s holds no trials; run its study".formatted(results.name()));
      }
      if (!names.add(results.name())) {
        throw new CommandFailure(
            "two results are named %s, so that a table could not tell them apart; rename one"
                .formatted(results.name()));
      }
    }
  }

  int run() {
    checkColumns();
    String baseline = command.baseline.orElseGet(() -> ScenarioComparison.defaultBaseline(all));
    ScenarioComparison comparison = compare(baseline);
    if (comparison.pairs().isEmpty()) {
      throw new CommandFailure(nothing(baseline, comparison));
    }
    note(comparison);
    ComparisonTable table = new ComparisonTable(comparison.pairs(), axes(), all.size() > 1);
    PrintWriter out = command.spec.commandLine().getOut();
    if (command.csv) {
      table.printCsv(command.columns, out);
    } else {
      table.print(command.columns, out);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void checkColumns() {
    for (StoredResults results : all) {
      for (String column : command.columns) {
        if (!results.columns().contains(column)) {
          throw new CommandFailure(
              "--column: %s has no column %s; %s"
                  .formatted(results.name(), column, Names.remedy(column, results.columns())));
        }
      }
    }
  }

  private ScenarioComparison compare(String baseline) {
    try {
      return ScenarioComparison.of(all, baseline);
    } catch (ScenarioComparison.AmbiguousBaselineException e) {
      throw new CommandFailure("--baseline %s: %s".formatted(baseline, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private String nothing(String baseline, ScenarioComparison comparison) {
    boolean unknown = comparison.left().stream().allMatch(text -> text.endsWith("held against"));
    if (unknown && !comparison.left().isEmpty()) {
      List<String> known = ScenarioComparison.baselines(all);
      return "--baseline %s is no scenario of these results; %s"
          .formatted(baseline, Names.remedy(baseline, known));
    }
    return comparison.left().isEmpty()
        ? "everything belongs to the baseline %s; give a narrower --baseline".formatted(baseline)
        : "nothing can be compared: " + comparison.left().getFirst();
  }

  private void note(ScenarioComparison comparison) {
    List<String> left = comparison.left();
    left.stream().limit(SHOWN_LEFT).forEach(text -> err.println("left out: " + text));
    if (left.size() > SHOWN_LEFT) {
      err.printf("and %d more are left out%n", left.size() - SHOWN_LEFT);
    }
    if (comparison.leavesTrialsOut()) {
      err.println("note: some have more trials than others; only those of both are compared");
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
    notes.forEach(text -> err.println("note: " + text));
    err.flush();
  }

  private static Optional<String> noteUnpaired(ScenarioComparison comparison) {
    return comparison.unpaired().stream()
        .findFirst()
        .map(pair ->
            "%s of %d %s unpaired: %s and %s met other trials (%s); the interval is Welch's, of the means"
                .formatted(
                    comparison.unpaired().size() == 1
                        ? "1 comparison"
                        : comparison.unpaired().size() + " comparisons",
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
