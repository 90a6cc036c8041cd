package org.espalier.cli.study;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.sizing.LoadSearch;
import org.espalier.simulator.sizing.StudyLoad;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.OptionText;
import org.espalier.workload.policy.PolicyEntry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier size}: what load a system bears. */
@Command(
    name = "size",
    description = {
      "Finds the greatest load at which a share of the tasks of a study is on time, for each of its"
          + " policies.",
      "",
      "Loads are multiples of that of the study: of load where it reads workloads or names types,"
          + " else of arrival_intensity. All loads meet the same random numbers."
    },
    footer = {
      "",
      "Examples:",
      "  espalier size my-study.yaml --at-least 95%",
      "  espalier size studies/quick-start.yaml --set arrival_intensity=15k --set policy=JIT,PAM",
      "",
      "The interval of a load is that of its share over how much of the share a unit of load costs."
    })
final class SizeCommand extends Subcommand {
  @Mixin private StudyArgument study;

  @Option(
      names = "--find",
      paramLabel = "WHAT",
      defaultValue = "load",
      description = "what is searched: load (default)")
  private String sought = "";

  @Option(
      names = "--at-least",
      paramLabel = "SHARE",
      defaultValue = "95%",
      description = "the share of tasks that is to be on time, as 95%% or 0.95 (default 95%%)")
  private String share = "";

  @Override
  protected void run() {
    CommandFailure.when(!sought.equals("load"), "--find is %s; expected load", sought);
    double least = least();
    StudyLoad load = StudyLoad.of(study.file, study.read(err()));
    load.scale().experiment().notes().forEach(note -> err().println("note: " + note));
    TextTable table = TextTable.of("", "policy", "#load", "#tasks a second", "#on time %");
    for (PolicyEntry policy : load.policies()) {
      table.add(row(load, policy, LoadSearch.find(at -> tried(load, at, policy), least)));
    }
    table.print(out(), Integer.MAX_VALUE);
    out().println();
    out()
        .printf(
            Locale.ROOT,
            "The greatest load, within 1 %%, at which %.4g %% are on time in the mean of %s; load"
                + " 1 is %s.%nWith half of 95 %% confidence intervals.%n",
            least,
            Names.count(load.scale().experiment().study().plan().trials(), "trial"),
            load.unit());
  }

  /** The share that is asked for, in percent. */
  private double least() {
    try {
      return 100 * new OptionText(share, Duration.ZERO).number(Double.MIN_VALUE, 1);
    } catch (OptionText.Unfit e) {
      throw new CommandFailure(
          "--at-least is %s; expected a share above 0, as 95%% or 0.95".formatted(share), e);
    }
  }

  private MeanInterval tried(StudyLoad load, double at, PolicyEntry policy) {
    MeanInterval onTime = load.onTime(at, policy, study.settings(ExperimentProgress.NONE));
    err().printf(Locale.ROOT, "%s, load %.4g: %.1f %% on time%n", policy.name(), at, onTime.mean());
    return onTime;
  }

  private static List<String> row(
      StudyLoad load, PolicyEntry policy, Optional<LoadSearch.Found> found) {
    if (found.isEmpty()) {
      return List.of(policy.name(), "none", "none", "-");
    }
    LoadSearch.Found best = found.get();
    double rate = load.tasksPerSecond(best.load(), policy);
    String more = best.isBound() ? "" : "over ";
    return List.of(
        policy.name(),
        more + text(best.load(), best.halfWidth(), 3),
        more + text(rate, rate * best.halfWidth() / best.load(), 2),
        text(best.share().mean(), best.share().halfWidth(), 1));
  }

  private static String text(double mean, double halfWidth, int decimals) {
    String shown = TextTable.fixed(mean, decimals);
    return Double.isNaN(halfWidth) ? shown : shown + " ± " + TextTable.fixed(halfWidth, decimals);
  }
}
