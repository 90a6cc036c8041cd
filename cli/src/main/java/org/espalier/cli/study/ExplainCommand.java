package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.Version;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.explanation.StoryTeller;
import org.espalier.simulator.explanation.TaskStory;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.StoredScenario;
import org.espalier.simulator.run.TrialReplay;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier explain}: what happened to a task and why. */
@Command(
    name = "explain",
    description = {
      "Tells what happened to a task and why: each decision about it with the number it was based"
          + " on, who was dropped ahead of it, and how it left.",
      "",
      "A trial of stored results is run again, which gives what it gave, and watched. A journal is"
          + " read as it is."
    },
    footer = {
      "",
      "Examples:",
      "  espalier explain results/quick-start --task 42 --scenario \"PAM, 15k\" --trial 1",
      "  espalier explain results/quick-start --task 42 --scenario PAM,15k --trial 1 --all",
      "  espalier explain journal.jsonl --task 42"
    })
final class ExplainCommand extends Subcommand {
  private static final int SHOWN_CHOICES = 20;

  private static final int FEW = 3;
  private static final int MANY = 40;

  @Parameters(
      index = "0",
      paramLabel = "RESULT",
      description = "a directory that espalier run wrote, or a journal (.jsonl)")
  private Path result;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "ID",
      converter = OptionTypes.CountOrNone.class,
      description = "id of the task")
  private int task;

  @Option(
      names = {"--scenario", "--policy"},
      paramLabel = "NAME",
      description = "the scenario: its values on the axes, with commas; as many as tell it apart")
  private Optional<String> scenario;

  @Option(names = "--trial", paramLabel = "N", description = "number of the trial, from 1")
  private Optional<Integer> trial;

  @Option(
      names = "--all",
      description = "shows every deferral, and the chances on all machines up to 40")
  private boolean all;

  @Option(
      names = "--machines",
      paramLabel = "N",
      description = "shows the chances on the N best machines; default 3, or 40 with --all")
  private Optional<Integer> machines;

  @Mixin private PluginOptions plugins;

  @Override
  protected void run() throws IOException {
    if (Files.isRegularFile(result)) {
      explainJournal(result);
    } else {
      ResultArgument.check(result);
      explainTrial();
    }
  }

  private void explainJournal(Path file) {
    CommandFailure.when(
        scenario.isPresent() || trial.isPresent(),
        "%s is a journal, which is of one trial; leave out --scenario and --trial",
        file);
    Problems problems = new Problems();
    StoryTeller teller = new StoryTeller(task);
    JournalFiles.read(file, teller::record, problems);
    problems.throwIfAny();
    print(story(teller, file.toString()), teller.system(), 0, file.toString());
  }

  private void explainTrial() throws IOException {
    StoredResults stored = Problems.demand(problems -> StoredResults.read(result, problems));
    StoredScenario scenario = scenario(stored);
    int trial = trial(scenario);
    Path study = StoredResults.studyFile(result);
    Experiment experiment = StudyArgument.read(study, List.of(), plugins, err());
    StoryTeller teller = new StoryTeller(task);
    TrialReplay replay = replay(experiment, scenario, trial);
    List<Double> columns = replay.run(teller, teller::watching);
    noteDifferences(stored, stored.differences(scenario, trial, columns));
    String place =
        "%s, trial %s of %s".formatted(scenario.label(), trial, experiment.study().about().name());
    print(story(teller, place), Optional.of(replay.system()), replay.begin(), place);
  }

  private TrialReplay replay(Experiment experiment, StoredScenario scenario, int trial) {
    try {
      return new TrialReplay(experiment, scenario.values(), trial);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "%s has results of %s, which its study does not have; run the study again"
              .formatted(result, scenario.label()),
          e);
    }
  }

  private StoredScenario scenario(StoredResults stored) {
    List<StoredScenario> all = stored.scenarios();
    List<StoredScenario> found = all.stream().filter(s -> isNamed(s, stored.axes())).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    if (found.isEmpty()) {
      List<String> labels = all.stream().map(StoredScenario::label).toList();
      List<String> values = all.stream().flatMap(s -> s.values().stream()).distinct().toList();
      String name = scenario.orElse("");
      throw new CommandFailure(
          "there is no scenario %s; %s"
              .formatted(
                  name,
                  Names.nearest(name, values)
                      .map("did you mean %s?"::formatted)
                      .orElseGet(() -> "choose one of these:" + listed(labels))));
    }
    throw new CommandFailure(
        "%s; choose one with --scenario:%s"
            .formatted(
                scenario
                    .map(
                        name -> "%s fits %s".formatted(name, Names.count(found.size(), "scenario")))
                    .orElse("there are " + Names.count(found.size(), "scenario")),
                listed(found.stream().map(StoredScenario::label).toList())));
  }

  /** Whether a scenario has all the values that the user named. */
  private boolean isNamed(StoredScenario scenario, List<String> axes) {
    Optional<String> name = this.scenario;
    List<String> known = names(scenario, axes);
    return name.isEmpty()
        || scenario.label().equals(name.get())
        || known.containsAll(Names.parted(name.get(), known));
  }

  /** What its values can be called: each by itself, and with its axis. */
  private static List<String> names(StoredScenario scenario, List<String> axes) {
    List<String> names = new ArrayList<>(scenario.values());
    for (int i = 0; i < axes.size(); i++) {
      names.add(axes.get(i) + "=" + scenario.values().get(i));
    }
    return names;
  }

  private static String listed(List<String> names) {
    StringBuilder text = new StringBuilder();
    names.stream().limit(SHOWN_CHOICES).forEach(name -> text.append("\n  ").append(name));
    if (names.size() > SHOWN_CHOICES) {
      text.append("\n  and %s more".formatted(names.size() - SHOWN_CHOICES));
    }
    return text.toString();
  }

  private int trial(StoredScenario scenario) {
    int trials = scenario.trials().size();
    CommandFailure.when(
        trial.isEmpty() && trials > 1, "there are %s trials; choose one with --trial", trials);
    int chosen = trial.orElse(1);
    CommandFailure.when(
        chosen < 1 || chosen > trials, "--trial is %s; expected 1 to %s", chosen, trials);
    return chosen;
  }

  private void noteDifferences(StoredResults stored, List<String> different) throws IOException {
    String version = Version.number();
    if (!different.isEmpty()) {
      note(
          "warning: run again, this trial differs from the stored one in %s: the results are of"
              + " Espalier %s, this is %s, or their input files have changed%n",
          String.join(", ", different), stored.version(), version);
    } else if (!stored.version().equals(version)) {
      note(
          "note: the results are of Espalier %s, this is %s; the trial gives the same"
              + " numbers%n",
          stored.version(), version);
    }
  }

  private TaskStory story(StoryTeller teller, String place) {
    return teller.story().orElseThrow(() -> new CommandFailure(unknown(teller.tasks(), place)));
  }

  private String unknown(List<Integer> tasks, String place) {
    return tasks.isEmpty()
        ? "%s tells of no task".formatted(place)
        : "--task is %s; %s has %s, %s to %s"
            .formatted(
                task, place, Names.count(tasks.size(), "task"), tasks.getFirst(), tasks.getLast());
  }

  private void print(TaskStory story, Optional<HcSystem> system, long begin, String place) {
    int shown = machines.orElse(all ? MANY : FEW);
    new StoryText(story, system, begin, all, shown).print(place, out());
  }
}
