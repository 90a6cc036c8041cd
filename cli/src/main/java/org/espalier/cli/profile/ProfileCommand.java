package org.espalier.cli.profile;

import org.espalier.cli.terminal.Subcommand;
import org.espalier.profiler.measure.Stop;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code espalier profile}: measures commands. The work is in {@link QuickProfile} for one command,
 * {@link PlanProfile} for a plan and {@link CapabilitiesView}, loaded when they are called.
 */
@Command(
    name = "profile",
    description = {
      "Measures the execution times of commands, and what else a machine can tell of them.",
      "",
      "One command behind --, or a plan of many; options marked (plan) go with a plan, those marked"
          + " (command) with one command. Ctrl-C keeps what was measured."
    },
    customSynopsis = {
      "espalier profile [OPTIONS] -- COMMAND...",
      "espalier profile [OPTIONS] PLAN.yaml",
      "espalier profile --what-can-i-measure [--ssh HOST]"
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  espalier profile -- ./encode clip.mp4",
      "  espalier profile --runs 20 --export times.csv --task-type clip -- ./encode clip.mp4",
      "  espalier profile --measure counters,energy --cores 1 -- ./encode clip.mp4",
      "  espalier profile -- sh -c \"sort words.txt | uniq -c\"",
      "  espalier profile my-plan.yaml --dry-run",
      "  espalier profile my-plan.yaml --system system.yaml",
      "  espalier profile --what-can-i-measure"
    })
public final class ProfileCommand extends Subcommand {
  /** Stands between the options and the command to measure. */
  public static final String END_OF_OPTIONS = ProfileOptions.END_OF_OPTIONS;

  @Mixin private ProfileOptions options;

  @Override
  protected void run() throws Exception {
    if (options.wantsCapabilities) {
      new CapabilitiesView(options, display().width(), out()).run();
    } else if (options.hasCommand()) {
      new QuickProfile(options, new Stop(), display(), out(), err()).run();
    } else {
      new PlanProfile(options, new Stop(), display(), out(), err()).run();
    }
  }
}
