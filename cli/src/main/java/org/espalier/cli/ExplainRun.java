package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.simulator.explanation.StoryTeller;
import org.espalier.simulator.explanation.TaskStory;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.StoredScenario;
import org.espalier.simulator.run.TrialReplay;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;

/** One call of {@code espalier explain}. */
final class ExplainRun {
  private static final int SHOWN_CHOICES = 20;

  private final ExplainCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  ExplainRun(ExplainCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() throws IOException {
    if (Files.isRegularFile(command.result)) {
      explainJournal(command.result);
    } else {
      checkIsThere();
      ResultArgument.check(command.result);
      explainTrial();
    }
    out.flush();
    return ExitCode.OK;
  }

  private void checkIsThere() {
    if (!Files.exists(command.result)) {
      throw new CommandFailure(
          "there is no %s; give a directory that espalier run wrote, or a journal (.jsonl)"
              .formatted(command.result));
    }
  }

  private void explainJournal(Path file) {
    if (command.scenario.isPresent() || command.trial.isPresent()) {
      throw new CommandFailure(
          "%s is a journal, which is of one trial; leave out --scenario and --trial"
              .formatted(file));
    }
    Problems problems = new Problems();
    StoryTeller teller = new StoryTeller(command.task);
    JournalFiles.read(file, teller::record, problems);
    problems.throwIfAny();
    print(story(teller, file.toString()), new StoryWords(teller.system()), file.toString());
  }

  private void explainTrial() throws IOException {
    StoredResults stored =
        Problems.demand(problems -> StoredResults.read(command.result, problems));
    StoredScenario scenario = scenario(stored);
    int trial = trial(scenario);
    Experiment experiment = ResultArgument.experiment(command.result, command.plugins, err);
    StoryTeller teller = new StoryTeller(command.task);
    TrialReplay replay = replay(experiment, scenario, trial);
    List<Double> columns = replay.run(teller, teller::watching);
    noteDifferences(stored, stored.differences(scenario, trial, columns));
    String place =
        "%s, trial %d of %s".formatted(scenario.label(), trial, experiment.study().about().name());
    print(story(teller, place), StoryWords.of(replay.system()), place);
  }

  private TrialReplay replay(Experiment experiment, StoredScenario scenario, int trial) {
    try {
      return new TrialReplay(experiment, scenario.values(), trial);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "%s has results of %s, which its study does not have; run the study again"
              .formatted(command.result, scenario.label()),
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
      String name = command.scenario.orElse("");
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
                command
                    .scenario
                    .map(name ->
                        "%s fits %s".formatted(name, Summary.count(found.size(), "scenario")))
                    .orElse("there are " + Summary.count(found.size(), "scenario")),
                listed(found.stream().map(StoredScenario::label).toList())));
  }

  /** Whether a scenario has all the values that the user named. */
  private boolean isNamed(StoredScenario scenario, List<String> axes) {
    Optional<String> name = command.scenario;
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
      text.append("\n  and %d more".formatted(names.size() - SHOWN_CHOICES));
    }
    return text.toString();
  }

  private int trial(StoredScenario scenario) {
    int trials = scenario.trials().size();
    Optional<Integer> given = command.trial;
    if (given.isEmpty() && trials > 1) {
      throw new CommandFailure("there are %d trials; choose one with --trial".formatted(trials));
    }
    int trial = given.orElse(1);
    if (trial < 1 || trial > trials) {
      throw new CommandFailure("--trial is %d; expected 1 to %d".formatted(trial, trials));
    }
    return trial;
  }

  private void noteDifferences(StoredResults stored, List<String> different) throws IOException {
    String version = Version.number();
    if (!different.isEmpty()) {
      err.printf(
          "warning: run again, this trial differs from the stored one in %s: the results are of"
              + " Espalier %s, this is %s, or their input files have changed%n",
          String.join(", ", different), stored.version(), version);
    } else if (!stored.version().equals(version)) {
      err.printf(
          "note: the results are of Espalier %s, this is %s; the trial gives the same numbers%n",
          stored.version(), version);
    }
    err.flush();
  }

  private TaskStory story(StoryTeller teller, String place) {
    return teller.story().orElseThrow(() -> new CommandFailure(unknown(teller.tasks(), place)));
  }

  private String unknown(List<Integer> tasks, String place) {
    return tasks.isEmpty()
        ? "%s tells of no task".formatted(place)
        : "--task is %d; %s has %s, %d to %d"
            .formatted(
                command.task,
                place,
                Summary.count(tasks.size(), "task"),
                tasks.getFirst(),
                tasks.getLast());
  }

  private void print(TaskStory story, StoryWords words, String place) {
    new StoryText(story, words, command.all, command.machines()).print(place, out);
  }
}
