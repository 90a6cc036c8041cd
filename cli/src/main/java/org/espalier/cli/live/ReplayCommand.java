package org.espalier.cli.live;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.budget.BudgetTaken;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RecordedRun;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.simulator.replay.Replayed;
import org.espalier.simulator.replay.WhatIf;
import org.espalier.workload.document.Names;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.policy.PolicyVocabulary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code espalier replay}: what the journal of a live service would have been under other policies.
 */
@Command(
    name = "replay",
    description =
        "Tells what would have happened to the tasks of a live service under other policies, or"
            + " checks that its journal replays to the same decisions.",
    footer = {
      "",
      "Tasks that ran to their end take the time they took. Other times are drawn,",
      "--trials times, from what the service had learned. Name its own policy too, to",
      "see how far the simulation agrees with what was recorded.",
      "A token for the service is taken from $ESPALIER_TOKEN.",
      "",
      "Examples:",
      "  espalier replay --from http://127.0.0.1:7400 --policies PAM,MM,MM-P",
      "  espalier replay --from journal.jsonl --policies PAM,MM --baseline PAM",
      "  espalier replay --from journal.jsonl --policies PAM --set dropping_threshold=0.25",
      "  espalier replay --from journal.jsonl --check"
    })
final class ReplayCommand extends Subcommand {
  /** The name of what was recorded, among those of policies. */
  static final String RECORDED = "recorded";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URL|FILE",
      description = "the address of a live service, or its journal (.jsonl)")
  private String from;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      description = "policies to try, parted by commas; espalier policies lists them")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "how often unknown execution times are drawn; default 30")
  private int trials = 30;

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description = "what differences are from: recorded (default) or one of the policies")
  private String baseline = RECORDED;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "an option of the policies, as in studies (queue_capacity, dropping_threshold, ...),"
              + " instead of what the service had; repeatable")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(names = "--seed", paramLabel = "N", description = "seed of all draws; default 1")
  private long seed = 1;

  @Option(
      names = "--check",
      description = "check that the journal replays to the same decisions; fails if not")
  private boolean check;

  @Mixin private PluginOptions plugins;

  @Override
  protected void run() {
    PolicyRegistry registry = plugins.registry();
    checkOptions(registry);
    List<Journal.Entry> journal = journal();
    try {
      RecordedRun recorded = RecordedRun.of(journal);
      BudgetTaken most = new RegisteredPolicies(registry).mostOfBudget(recorded, journal);
      if (most.share() > 0) {
        say(
            "tasks took %.1f %% of a budget of energy at most, %.1f %% by tasks that began when it"
                + " was used up%n",
            100 * most.share(), 100 * most.begunAfter());
      }
      if (check) {
        checkDecisions(journal, registry);
      }
      if (!policies.isEmpty()) {
        compare(recorded, registry);
      }
    } catch (IllegalArgumentException | IllegalDecisionException e) {
      throw new CommandFailure("%s: %s".formatted(from, e.getMessage()), e);
    }
  }

  private void checkOptions(PolicyRegistry registry) {
    CommandFailure.when(
        policies.isEmpty() && !check, "nothing to do; give --policies NAME,... or --check");
    if (policies.isEmpty()) {
      List<String> ofPolicies = List.of("--trials", "--baseline", "--set", "--seed");
      refuse(spec(), ofPolicies, "is for policies; give --policies NAME,...");
    }
    for (String policy : policies) {
      CommandFailure.when(
          registry.find(policy).isEmpty(),
          "--policies: there is no policy %s; %s",
          policy,
          Names.remedy(policy, registry.names()));
    }
    CommandFailure.when(
        !baseline.equals(RECORDED) && !policies.contains(baseline),
        "--baseline is %s; expected %s or one of --policies",
        baseline,
        RECORDED);
    Map<?, ?> unused =
        CommandFailure.unlessRefused(
            "--set: ", () -> new PolicyVocabulary(registry).values(options));
  }

  private List<Journal.Entry> journal() {
    if (!from.matches("https?://.*")) {
      return JournalFiles.read(Path.of(from));
    }
    try (ServiceClient client = ServiceOptions.client(from);
        Stream<String> lines = client.lines("/v1/journal")) {
      return JournalFiles.read(Path.of("/v1/journal"), lines);
    }
  }

  private void checkDecisions(List<Journal.Entry> journal, PolicyRegistry registry) {
    int first = 0;
    while (!(journal.get(first) instanceof Journal.Began)) {
      first++;
    }
    sayLeftOut(first, "");
    Replayed replayed =
        JournalDriver.run(journal.subList(first, journal.size()), new RegisteredPolicies(registry));
    if (replayed.difference().isPresent()) {
      throw new CommandFailure(
          "%s does not replay to the same decisions%n  %s"
              .formatted(from, replayed.difference().get().after(first)));
    }
    say(
        "replayed %,d entries: all %,d decisions are identical%n",
        journal.size() - first, replayed.decisions().size());
  }

  private void sayLeftOut(int entries, String also) {
    if (entries > 0) {
      say("the first %,d entries are left out: they are before a start%s%n", entries, also);
    }
  }

  private void compare(RecordedRun recorded, PolicyRegistry registry) {
    if (recorded.counted() == 0) {
      throw new IllegalArgumentException("no task has left in it, so there is nothing to compare");
    }
    print(recorded);
    WhatIf whatIf = new WhatIf(recorded, trials, seed);
    Map<String, WhatIf.Outcome> outcomes = new LinkedHashMap<>();
    outcomes.put(RECORDED, whatIf.recorded());
    for (String policy : policies) {
      outcomes.put(policy, whatIf.under(registry, policy, options));
    }
    print(outcomes);
  }

  private void print(RecordedRun recorded) {
    Duration tick = recorded.began().system().tick();
    double ticks = recorded.last().time() - recorded.began().time();
    TimeScale scale = TimeScale.of(tick, ticks);
    sayLeftOut(recorded.leftOut(), ", or machines, types or rules were others");
    say(
        "%,d tasks in %s %s; policy at the end: %s%n",
        recorded.size(), scale.text(ticks), scale.unit(), recorded.last().policy());
    if (recorded.counted() < recorded.size()) {
      say(
          "%,d tasks had not left when the journal ended; they are simulated, but not"
              + " counted%n",
          recorded.size() - recorded.counted());
    }
    out().println();
  }

  private void print(Map<String, WhatIf.Outcome> outcomes) {
    WhatIf.Outcome compared = outcomes.get(baseline);
    TextTable table = TextTable.of("", "policy", "#on time %", "#against " + baseline);
    outcomes.forEach((name, outcome) ->
        table.add(
            name,
            name.equals(RECORDED)
                ? NumberText.fixed(outcome.mean().mean(), 1)
                : shown(NumberText.interval(outcome.mean(), 1)),
            name.equals(baseline) || compared == null
                ? ""
                : shown(NumberText.difference(outcome.against(compared), 1, trials))));
    table.print(out(), display().width());
  }

  private String shown(String interval) {
    return display().plain() ? interval.replace("±", "+-") : interval;
  }
}
