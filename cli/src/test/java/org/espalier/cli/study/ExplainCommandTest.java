package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.testsupport.Repository;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.system.SystemFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier explain} from end to end. */
final class ExplainCommandTest {
  private static final Path ROOT = Repository.root();

  @TempDir static Path results;

  private static Path result = Path.of("");

  @TempDir Path directory;

  @BeforeAll
  static void runStudy() throws IOException {
    result = SmallResults.in(results, "run");
  }

  private static CommandRun explain(Object task, String... more) {
    Object[] args = new Object[8 + more.length];
    List<Object> first =
        List.of("explain", result, "--task", task, "--scenario", "PAM,30k", "--trial", 2);
    for (int i = 0; i < args.length; i++) {
      args[i] = i < 8 ? first.get(i) : more[i - 8];
    }
    return CommandRun.of(args);
  }

  private static void assertRefused(CommandRun run, String... message) {
    assertThat(run.status()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  /** The traced trial's file says how each task left; so does the story. */
  @Test
  void endsAsTheTaskEnded() throws IOException {
    for (String row : tracedRows()) {
      String[] fields = row.split(",");
      if (Integer.parseInt(fields[0]) % 29 == 0) {
        CommandRun run = explain(fields[0]);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        String fate = fields[8].replace('-', ' ');
        assertThat(run.lines().get(2)).contains(fate.substring(0, 6)).contains(fields[4]);
        assertThat(run.lines().getLast()).contains(fate.substring(0, 6));
        assertThat(run.out()).contains(", " + fields[1] + "; PAM, 30k, trial 2 of small");
      }
    }
  }

  private static List<String> tracedRows() throws IOException {
    List<String> rows = Files.readAllLines(result.resolve("tasks/PAM-30k-2.csv"));
    return rows.subList(1, rows.size());
  }

  @Test
  void manyDeferralsAreSummedUp() throws IOException {
    String waited =
        tracedRows().stream()
            .filter(row -> row.endsWith("expired-in-batch"))
            .map(row -> row.split(",")[0])
            .filter(task -> explain(task, "--all").lines().size() > 20)
            .findFirst()
            .orElseThrow();
    CommandRun run = explain(waited);
    CommandRun all = explain(waited, "--all");

    assertThat(run.lines()).hasSizeLessThan(16);
    assertThat(run.out())
        .containsPattern("to [0-9.]+ m?s: (deferred|left waiting) [0-9]+ times")
        .contains("best chance in that time: ")
        .containsPattern("deferred: chance of success [0-9.]+ against 0.900 on machine-");
    assertThat(all.out()).doesNotContain(" times").contains("machine-7");
    assertThat(all.lines()).hasSizeGreaterThan(run.lines().size());
  }

  /** A chance beside other chances is no reason where machine time has a price. */
  @Test
  void pricesAreToldBesideChances() throws IOException {
    Path priced = SmallResults.in(directory, "priced", "--set", "policy=PAM,JIT");
    List<String> lines =
        CommandRun.of("explain", priced, "--task", 100, "--scenario", "JIT,30k", "--trial", 2)
            .lines();

    assertThat(lines)
        .anyMatch(line -> line.endsWith("left waiting: no idle machine was left for it"))
        .anyMatch(line ->
            line.matches(" +price, against the gain: machine-. [0-9.]+ against [01][0-9.]+, .*"))
        .anyMatch(
            line -> line.matches(" +the last to be mapped paid: machine-. [0-9.]+ against .*"));
  }

  @Test
  void listsWhatThereIsToChoose() {
    assertRefused(
        CommandRun.of("explain", result, "--task", 1),
        "there are 4 scenarios; choose one with --scenario:",
        "  PAM, 15k",
        "  MM, 30k");
    assertRefused(
        CommandRun.of("explain", result, "--task", 1, "--policy", "MM"),
        "MM fits 2 scenarios; choose one with --scenario:");
    assertRefused(
        CommandRun.of("explain", result, "--task", 1, "--scenario", "MM,policy=PAM"),
        "choose one of these:");
    assertRefused(
        CommandRun.of("explain", result, "--task", 1, "--scenario", "MN"), "did you mean MM?");
    assertRefused(
        CommandRun.of("explain", result, "--task", 1, "--scenario", "MM, 15k"),
        "there are 2 trials; choose one with --trial");
    assertRefused(
        CommandRun.of("explain", result, "--task", 1, "--scenario", "MM,15k", "--trial", 3),
        "--trial is 3; expected 1 to 2");
    assertRefused(
        explain(SmallResults.TASKS),
        "--task is 120; PAM, 30k, trial 2 of small has 120 tasks, 0 to 119");
    assertRefused(explain(-1), "--task is -1; ");
  }

  @Test
  void scenariosMayHaveCommasInTheirNames() throws IOException {
    Path study = directory.resolve("commas.yaml");
    Path out = directory.resolve("commas");
    Files.writeString(
        study,
        """
        name: commas
        trials: 1
        leave_out_first: 5
        leave_out_last: 5
        system: "%s"
        workload: {tasks: 120}
        axes:
          policy: [MM, {policy: MM, name: "MM, two", queue_capacity: 2}]
          arrival_intensity: [15k, 30k]
        """
            .formatted(ROOT.resolve("inputs/spec/system.yaml")));
    assertThat(CommandRun.of("run", study, "--out", out).status()).isZero();

    assertRefused(
        CommandRun.of("explain", out, "--task", 1, "--scenario", "MM, two"),
        "MM, two fits 2 scenarios; choose one with --scenario:");
    CommandRun run = CommandRun.of("explain", out, "--task", 1, "--scenario", "MM, two,15k");
    assertThat(run.out()).as(run.err()).contains("MM, two, 15k, trial 1 of commas");
    CommandRun compared = CommandRun.of("compare", out, "--baseline", "MM, two,15k");
    assertThat(compared.status()).as(compared.err()).isZero();
  }

  @Test
  void refusesWhatIsNotThere() {
    assertRefused(
        CommandRun.of("explain", directory.resolve("no.jsonl"), "--task", 1),
        "no.jsonl; give a directory that espalier run wrote");
  }

  @Test
  void saysWhereATrialIsNotWhatItWas() throws IOException {
    Path changed = SmallResults.in(directory, "changed", "--set", "policy=MM");
    Path study = changed.resolve("study.resolved.yaml");
    Files.writeString(study, Files.readString(study).replaceFirst("seed: 1\n", "seed: 2\n"));
    CommandRun other =
        CommandRun.of("explain", changed, "--task", 1, "--scenario", "30k", "--trial", 1);
    assertThat(other.status()).as(other.err()).isZero();
    assertThat(other.err())
        .contains("warning: run again, this trial differs from the stored one in ", "makespan_s");

    Files.writeString(
        study,
        Files.readString(study)
            .replaceFirst("seed: 2\n", "seed: 1\n")
            .replaceFirst("version: .*\n", "version: 0.0.7\n"));
    CommandRun older =
        CommandRun.of("explain", changed, "--task", 1, "--scenario", "30k", "--trial", 1);
    assertThat(older.err())
        .contains("note: the results are of Espalier 0.0.7", "the trial gives the same numbers");
  }

  @Test
  void refusesAStudyWithoutTheScenario() throws IOException {
    Path changed = SmallResults.in(directory, "changed", "--set", "policy=MM");
    Path study = changed.resolve("study.resolved.yaml");
    Files.writeString(study, Files.readString(study).replace("30k", "31k"));
    assertRefused(
        CommandRun.of("explain", changed, "--task", 1, "--scenario", "30k", "--trial", 1),
        "has results of MM, 30k, which its study does not have; run the study again");
  }

  @Test
  void tellsFromAJournal() throws IOException {
    Task task = new Task(7, 1, 3, 90);
    Path file = directory.resolve("day.jsonl");
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(new Journal.Arrived(3, task));
    entries.add(new Journal.EventHeld(3, 1, 0));
    Basis basis = new Basis("chance of success", 0.25, 0.9);
    entries.add(
        new Journal.Decided(
            3, new Decision.Defer(task, new Placement(2, 2, 0), DeferringFilter.REASON, basis)));
    entries.add(new Journal.EventHeld(9, 1, 0));
    Basis completion = Basis.of("expected completion", 60);
    entries.add(
        new Journal.Decided(9, new Decision.Assign(task, new Placement(2, 2, 0), completion)));
    entries.add(new Journal.Started(9, new Placement(2, 2, 0), task));
    entries.add(new Journal.Finished(50, 2, task, 50));
    entries.add(new Journal.Left(new Departure(task, Fate.ON_TIME, new Placement(2, 2, 0), 9, 50)));
    Files.write(file, entries.stream().map(JournalFiles::line).toList());
    CommandRun run = CommandRun.of("explain", file, "--task", 7);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "Task 7, type 1; " + file,
            "arrived at 3 ticks, deadline 90 ticks, 87 ticks after its arrival",
            "left at 50 ticks: on time on machine 2",
            "",
            "ticks",
            "    3  arrived",
            "    3  deferred: chance of success 0.250 against 0.900 on machine 2",
            "    9  assigned to machine 2, which was idle: expected completion 60 ticks",
            "    9  started on machine 2",
            "   50  finished, 40 ticks before its deadline, after running for 41 ticks: on time");
    assertRefused(CommandRun.of("explain", file, "--task", 8), "has 1 task, 7 to 7");
    assertRefused(
        CommandRun.of("explain", file, "--task", 7, "--trial", 1), "which is of one trial");
    Files.writeString(file, "{\"event\":\n");
    assertRefused(CommandRun.of("explain", file, "--task", 7), "day.jsonl:1: is no journal entry");
  }

  @Test
  void tellsWhichFilterRefused() throws IOException {
    Task task = new Task(7, 1, 3, 90);
    Path file = directory.resolve("day.jsonl");
    Basis joules = new Basis("energy", 25, 20);
    Basis utility = new Basis("utility", 0.125, 0.000123456);
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(new Journal.Arrived(3, task));
    entries.add(new Journal.EventHeld(3, 1, 0));
    entries.add(
        new Journal.Decided(3, new Decision.Defer(task, new Placement(2, 2, 0), "energy", joules)));
    entries.add(new Journal.EventHeld(9, 1, 0));
    entries.add(
        new Journal.Decided(9, new Decision.Discard(task, DropReason.LOW_UTILITY, utility)));
    entries.add(
        new Journal.Left(
            new Departure(task, Fate.DISCARDED, Placement.NOWHERE, Departure.NOT_STARTED, 9)));
    Files.write(file, entries.stream().map(JournalFiles::line).toList());
    CommandRun run = CommandRun.of("explain", file, "--task", 7);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsSubsequence(
            "left at 9 ticks: discarded, never mapped",
            "    3  refused by the filter energy: energy 25 against 20 on machine 2",
            "    9  discarded, being worth too little: utility 0.125 against 0.000123",
            "    9  left: discarded");
  }

  /** The journal of a live service names its system, so that the story has names and times. */
  @Test
  void tellsFromTheJournalOfAService() throws IOException {
    HcSystem system = SystemFiles.read(ROOT.resolve("inputs/spec/system.yaml")).value();
    Task task = new Task(7, 1, 300, 20_000);
    Path file = directory.resolve("live.jsonl");
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(
        new Journal.Began(
            900,
            system,
            AllocationRules.bounded(3, DroppingScope.PENDING),
            "MM",
            "",
            List.of(),
            List.of(new Journal.Running(new Placement(2, 2, 0), task, 400)),
            Optional.empty(),
            List.of()));
    entries.add(new Journal.Lost(1000, 2, task, 1000));
    entries.add(new Journal.Returned(1000, 2, task));
    entries.add(new Journal.Cancelled(1200, task));
    entries.add(
        new Journal.Left(
            new Departure(task, Fate.CANCELLED, Placement.NOWHERE, Departure.NOT_STARTED, 1200)));
    Files.write(file, entries.stream().map(JournalFiles::line).toList());
    CommandRun run = CommandRun.of("explain", file, "--task", 7);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("Task 7, spec-01; ")
        .contains(
            "the service began, and found it executing on machine-2",
            "its execution on machine-2 failed or was lost, and was to run again",
            "taken back from machine-2, to be mapped again",
            "a user took it back: cancelled")
        .doesNotContain("ticks");
  }

  @Test
  void aTaskWithoutDeadlineHasNone() throws IOException {
    Path tasks =
        Files.writeString(
            directory.resolve("tasks.csv"),
            "task_type,arrival_s,deadline_s,utility\nspec-00,0,,0:4 600:0\nspec-00,1,,0:4 600:0\n");
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: worth
            trials: 1
            leave_out_first: 0
            leave_out_last: 0
            system: "%s"
            workload: {files: "%s"}
            settings: {deadlines: soft, dropping_scope: none}
            axes: {policy: [FCFS]}
            """
                .formatted(ROOT.resolve("inputs/spec/system.yaml"), tasks));
    Path out = directory.resolve("worth");
    CommandRun ran = CommandRun.of("run", study, "--out", out);
    assertThat(ran.status()).as(ran.err()).isZero();

    CommandRun run = CommandRun.of("explain", out, "--task", "0");
    assertThat(run.lines().get(1)).isEqualTo("arrived at 0.00 ms, without deadline");
    assertThat(run.lines().getLast()).contains("finished, after running for ");
  }
}
