package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.core.allocation.IllegalDecisionException;
import org.espalier.core.allocation.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RecordedRun;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.simulator.replay.Replayed;
import org.espalier.simulator.replay.WhatIf;
import org.espalier.workload.document.Names;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.policy.PolicyVocabulary;

/** One call of {@code espalier replay}. */
final class ReplayRun {
  /** The name of what was recorded, among those of policies. */
  static final String RECORDED = "recorded";

  private final ReplayCommand command;
  private final PrintWriter out;
  private final Display display;
  private final PolicyRegistry registry;

  ReplayRun(ReplayCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.display = Display.of(command.spec, false);
    this.registry = command.plugins.registry();
  }

  int run() throws IOException {
    checkOptions();
    List<Journal.Entry> journal = journal();
    try {
      RecordedRun recorded = RecordedRun.of(journal);
      if (command.check) {
        checkDecisions(journal);
      }
      if (!command.policies.isEmpty()) {
        compare(recorded);
      }
    } catch (IllegalArgumentException | IllegalDecisionException e) {
      throw new CommandFailure("%s: %s".formatted(command.from, e.getMessage()), e);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void checkOptions() throws IOException {
    if (command.policies.isEmpty() && !command.check) {
      throw new CommandFailure("nothing to do; give --policies NAME,... or --check");
    }
    for (String policy : command.policies) {
      if (registry.find(policy).isEmpty()) {
        throw new CommandFailure(
            "--policies: there is no policy %s; %s"
                .formatted(policy, Names.remedy(policy, registry.names())));
      }
    }
    String baseline = command.baseline;
    if (!baseline.equals(RECORDED) && !command.policies.contains(baseline)) {
      throw new CommandFailure(
          "--baseline is %s; expected %s or one of --policies".formatted(baseline, RECORDED));
    }
    checkSettings();
    if (command.csv.isPresent()) {
      OutputFile.check("--csv", command.csv.get(), Path.of(isAddress() ? "" : command.from));
    }
  }

  private void checkSettings() {
    try {
      new PolicyVocabulary(registry).values(command.options);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("--set: " + e.getMessage(), e);
    }
  }

  private boolean isAddress() {
    return command.from.matches("https?://.*");
  }

  private List<Journal.Entry> journal() {
    if (!isAddress()) {
      return JournalFiles.read(Path.of(command.from));
    }
    try (ServiceClient client = ServiceOptions.client(command.from);
        Stream<String> lines = client.lines("/v1/journal")) {
      return JournalFiles.read(Path.of("/v1/journal"), lines);
    }
  }

  private void checkDecisions(List<Journal.Entry> journal) {
    int first = 0;
    while (!(journal.get(first) instanceof Journal.Began)) {
      first++;
    }
    sayLeftOut(first);
    Replayed replayed =
        JournalDriver.run(journal.subList(first, journal.size()), new RegisteredPolicies(registry));
    if (replayed.difference().isPresent()) {
      throw new CommandFailure(
          "%s does not replay to the same decisions%n  %s"
              .formatted(command.from, replayed.difference().get().after(first)));
    }
    out.printf(
        "replayed %,d entries: all %,d decisions are identical%n",
        journal.size() - first, replayed.decisions().size());
  }

  private void sayLeftOut(int entries) {
    if (entries > 0) {
      out.printf("the first %,d entries are left out: they are before a start%n", entries);
    }
  }

  private void compare(RecordedRun recorded) throws IOException {
    if (recorded.counted() == 0) {
      throw new IllegalArgumentException("no task has left in it, so there is nothing to compare");
    }
    print(recorded);
    WhatIf whatIf = new WhatIf(recorded, command.trials, command.seed);
    Map<String, WhatIf.Outcome> outcomes = new LinkedHashMap<>();
    outcomes.put(RECORDED, whatIf.recorded());
    for (String policy : command.policies) {
      outcomes.put(policy, whatIf.under(registry, policy, command.options));
    }
    print(outcomes);
    if (command.csv.isPresent()) {
      write(outcomes, command.csv.get());
    }
  }

  private void print(RecordedRun recorded) {
    Duration tick = recorded.began().system().tick();
    double ticks = recorded.end() - recorded.began().time();
    TimeScale scale = TimeScale.of(tick, ticks);
    if (recorded.leftOut() > 0) {
      out.printf(
          "the first %,d entries are left out: they are before a start, or machines, types or"
              + " rules were others%n",
          recorded.leftOut());
    }
    out.printf(
        "%,d tasks in %s %s; policy at the end: %s%n",
        recorded.size(), scale.text(ticks), scale.unit(), recorded.policy());
    if (recorded.counted() < recorded.size()) {
      out.printf(
          "%,d tasks had not left when the journal ended; they are simulated, but not counted%n",
          recorded.size() - recorded.counted());
    }
    out.println();
  }

  private void print(Map<String, WhatIf.Outcome> outcomes) {
    WhatIf.Outcome baseline = outcomes.get(command.baseline);
    TextTable table =
        new TextTable(
            "",
            TextTable.words("policy"),
            TextTable.numbers("on time %"),
            TextTable.numbers("against " + command.baseline));
    outcomes.forEach((name, outcome) ->
        table.add(
            name,
            name.equals(RECORDED) ? number(outcome.mean().mean(), "") : text(outcome.mean(), ""),
            name.equals(command.baseline) || baseline == null
                ? ""
                : text(outcome.against(baseline), "+")));
    table.print(out, display.width());
  }

  /**
   * A mean with half its interval, which one trial does not have.
   *
   * @param sign of positive numbers
   */
  private String text(MeanInterval interval, String sign) {
    String mean = number(interval.mean(), sign);
    return interval.count() < 2
        ? mean
        : "%s %s %4s"
            .formatted(mean, display.plain() ? "+-" : "\u00b1", number(interval.halfWidth(), ""));
  }

  private static String number(double value, String sign) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.equals("-0.0") ? "0.0" : value >= 0.05 ? sign + text : text;
  }

  private static void write(Map<String, WhatIf.Outcome> outcomes, Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("policy,trial,tasks,on_time,robustness");
    for (WhatIf.Outcome outcome : outcomes.values()) {
      for (int i = 0; i < outcome.onTime().size(); i++) {
        int onTime = outcome.onTime().get(i);
        lines.add(
            "%s,%d,%d,%d,%s"
                .formatted(
                    outcome.policy(),
                    i + 1,
                    outcome.counted(),
                    onTime,
                    100.0 * onTime / outcome.counted()));
      }
    }
    WholeFile.write(file, part -> Files.write(part, lines));
  }
}
