package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.report.OwnDirectory;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.sizing.FleetFiles;
import org.espalier.simulator.sizing.FleetSearch;
import org.espalier.simulator.sizing.LoadSearch;
import org.espalier.simulator.sizing.StudyLoad;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.OptionText;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.system.MachineCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier size}: what load a system bears. */
@Command(
    name = "size",
    description = {
      "Finds the greatest load at which a share of the tasks of a study is on time, for each of its"
          + " policies, or the cheapest machines for a load.",
      "",
      "Loads are multiples of that of the study: of load where it reads workloads or names types,"
          + " else of arrival_intensity. All loads meet the same random numbers."
    },
    footer = {
      "",
      "Examples:",
      "  espalier size my-study.yaml --at-least 95%%",
      "  espalier size my-study.yaml --find fleet --at-least 99%% --load 1,1.3",
      "  espalier size my-study.yaml --find fleet --budget 5",
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
      description =
          "what is searched: load (default), or the cheapest fleet by price_per_hour (fleet)")
  private String sought = "";

  @Option(
      names = "--at-least",
      paramLabel = "SHARE",
      description = "the share of tasks that is to be on time, as 95%% or 0.95 (default 95%%)")
  private Optional<String> share;

  @Option(
      names = "--load",
      paramLabel = "LOAD",
      split = ",",
      description = "the loads that fleets are found for, in loads of the study (default 1)")
  private List<Double> loads = List.of();

  @Option(
      names = "--budget",
      paramLabel = "PRICE",
      description =
          "with --find fleet, in place of --at-least: finds the fleet with the greatest share on"
              + " time of those whose hour costs so much at most")
  private Optional<Double> budget;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "with --find fleet: where fleets.csv and the report go; results/<name of the"
              + " study>-fleets if left out")
  private Optional<Path> out;

  @Mixin private ForceOption force;

  @Override
  protected void run() throws IOException {
    boolean fleets = sought.equals("fleet");
    CommandFailure.when(
        !fleets && !sought.equals("load"), "--find is %s; expected load or fleet", sought);
    CommandFailure.when(
        !fleets && (!loads.isEmpty() || budget.isPresent() || out.isPresent()),
        "--load, --budget and --out are for --find fleet");
    CommandFailure.when(
        budget.isPresent() && share.isPresent(), "--budget takes the place of --at-least");
    double least = least();
    StudyLoad load = StudyLoad.of(study.file, study.read(err()));
    load.scale().experiment().notes().forEach(note -> err().println("note: " + note));
    if (fleets) {
      findFleets(load, least);
      return;
    }
    TextTable table = TextTable.of("", "policy", "#load", "#tasks a second", "#on time %");
    for (PolicyEntry policy : load.policies()) {
      table.add(row(load, policy, LoadSearch.find(at -> tried(load, at, policy), least)));
    }
    table.print(out(), Integer.MAX_VALUE);
    out().println();
    say(
        "The greatest load, within 1 %%, at which %s %% are on time in the mean of %s; load"
            + " 1 is %s.%nWith half of 95 %% confidence intervals.%n",
        NumberText.forCsv(least),
        Names.count(load.scale().experiment().study().plan().trials(), "trial"),
        load.unit());
  }

  private void findFleets(StudyLoad load, double least) throws IOException {
    List<Double> wanted = loads.isEmpty() ? List.of(1.0) : loads.stream().sorted().toList();
    Study one = load.scale().experiment().study();
    OwnDirectory directory =
        new OwnDirectory(
            out.orElse(Path.of("results", one.about().name() + "-fleets")), FleetFiles.ALL);
    OutputFile.refuse(directory.path(), directory.obstacle());
    List<FleetFiles.Found> all = new ArrayList<>();
    for (PolicyEntry policy : load.policies()) {
      double from = 0;
      for (double each : wanted) {
        FleetSearch search =
            load.fleets(each, policy, study.settings(ExperimentProgress.NONE), this::tell);
        FleetSearch.Result found =
            budget.isPresent() ? search.best(budget.get()) : search.find(least, from);
        from = found.best().map(FleetSearch.Tried::price).orElse(from);
        all.add(new FleetFiles.Found(policy.name(), NumberText.forCsv(each), found));
        say("%s%n", all.getLast().sentence());
      }
    }
    String sought =
        (budget.isPresent()
                ? "fleet for %s an hour with which most tasks"
                : "cheapest fleet with which %s %% of the tasks")
            .formatted(NumberText.forCsv(budget.orElse(least)));
    String note =
        "The %s are on time in the mean of %s; load 1 is %s."
            .formatted(sought, Names.count(one.plan().trials(), "trial"), load.unit());
    say("%s%n", note);
    double asked = budget.isPresent() ? 0 : least;
    Path place =
        force.write(
            directory,
            draft -> FleetFiles.write(draft, one, study.plugins.origin().exact(), all, note, asked),
            err());
    say("report: %s%n", OutputFile.shown(place.resolve(FleetFiles.REPORT)));
  }

  private void tell(FleetSearch.Tried tried) {
    note(
        "%s at %s an hour: %.2f %% on time in %s%n",
        MachineCounts.text(tried.machines()),
        NumberText.forCsv(tried.price()),
        tried.share().mean(),
        Names.count(tried.trials(), "trial"));
  }

  /** The share that is asked for, in percent. */
  private double least() {
    String text = share.orElse("95%");
    try {
      return 100 * new OptionText(text, Duration.ZERO).number(Double.MIN_VALUE, 1);
    } catch (OptionText.Unfit e) {
      throw new CommandFailure(
          "--at-least is %s; expected a share above 0, as 95%% or 0.95".formatted(text), e);
    }
  }

  private MeanInterval tried(StudyLoad load, double at, PolicyEntry policy) {
    MeanInterval onTime = load.onTime(at, policy, study.settings(ExperimentProgress.NONE));
    int trials = load.scale().experiment().study().plan().trials();
    CommandFailure.when(
        onTime.count() < trials,
        "%s, load %.4g: in %s of %s trials no task is counted; give more tasks, or set"
            + " leave_out_first and _last",
        policy.name(),
        at,
        trials - onTime.count(),
        trials);
    note("%s, load %.4g: %.1f %% on time%n", policy.name(), at, onTime.mean());
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
    String shown = NumberText.fixed(mean, decimals);
    return Double.isNaN(halfWidth) ? shown : shown + " ± " + NumberText.fixed(halfWidth, decimals);
  }
}
