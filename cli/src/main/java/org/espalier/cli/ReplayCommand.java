package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code espalier replay}: what the journal of a live service would have been under other policies.
 * The work is in {@link ReplayRun}, loaded when it is called.
 */
@Command(
    name = "replay",
    description =
        "Tells what would have happened to the tasks of a live service under other policies, or"
            + " checks that its journal replays to the same decisions.",
    mixinStandardHelpOptions = true,
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
      "  espalier replay --from journal.jsonl --policies PAM \\",
      "      --set dropping_threshold=0.25 --csv shares.csv",
      "  espalier replay --from journal.jsonl --check"
    })
final class ReplayCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URL|FILE",
      description = "the address of a live service, or its journal (.jsonl)")
  String from;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      description = "policies to try, parted by commas; espalier policies lists them")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--trials",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "how often unknown execution times are drawn; default 30")
  int trials = 30;

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description = "what differences are from: recorded (default) or one of the policies")
  String baseline = ReplayRun.RECORDED;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description =
          "an option of the policies, as in studies (queue_capacity, dropping_threshold, ...),"
              + " instead of what the service had; repeatable")
  Map<String, String> options = new LinkedHashMap<>();

  @Option(names = "--seed", paramLabel = "N", description = "seed of all draws; default 1")
  long seed = 1;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "write the share on time of every policy in every trial to a file")
  Optional<Path> csv;

  @Option(
      names = "--check",
      description = "check that the journal replays to the same decisions; fails if not")
  boolean check;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws IOException {
    return new ReplayRun(this).run();
  }
}
