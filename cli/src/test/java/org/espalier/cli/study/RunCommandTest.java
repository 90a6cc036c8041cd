package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.cli.FaultyPolicies;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ExitCode;

/** {@code espalier run} from end to end. */
final class RunCommandTest {
  private static final Path ROOT = Repository.root();
  private static final String SYSTEM = ROOT.resolve("inputs/spec/system.yaml").toString();

  @TempDir Path directory;
  private Path study;
  private Path out;

  @BeforeEach
  void writeStudy() throws IOException {
    study = directory.resolve("small.yaml");
    out = directory.resolve("results");
    Files.writeString(study, small(""));
  }

  private static String small(String more) {
    return """
    name: small
    trials: 3
    leave_out_first: 5
    leave_out_last: 5
    system: "%s"
    workload: {tasks: 120}
    axes:
      policy: [PAM, MM, MSD-P, {policy: MM, name: MM short, queue_capacity: 1}]
      arrival_intensity: [15k, 30k]
    baseline: MM
    traces: [{policy: PAM, arrival_intensity: 30k, trial: 2}]
    %s
    """
        .formatted(SYSTEM, more);
  }

  private CommandRun run(String... more) {
    List<String> args = new ArrayList<>(List.of("run", study.toString(), "--out", out.toString()));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(args.toArray(String[]::new));
  }

  @Test
  void whatFailsWithItsMachineHasAColumnAndIsDrawn() throws IOException {
    Path spec = ROOT.resolve("inputs/spec");
    Files.copy(spec.resolve("means.csv"), directory.resolve("means.csv"));
    Path failing =
        Files.writeString(
            directory.resolve("failing.yaml"),
            Files.readString(spec.resolve("system.yaml"))
                .replaceAll("name: (m\\d)\n", "{name: $1, failures: {mtbf: 1 s, mttr: 200 ms}}\n"));
    Files.writeString(study, small("").replace(SYSTEM, failing.toString()));

    CommandRun run = run();

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("failed % +against MM %");
    assertThat(out.resolve("tasks/PAM-30k-2.csv")).content().contains(",failed\n");
    assertThat(out.resolve("report.html")).content().contains("FAILED");
    List<String> lines = Files.readAllLines(out.resolve("trials.csv"));
    List<String> header = List.of(lines.getFirst().split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      double sum =
          Stream.of("robustness", "late", "reactive", "proactive", "failed")
              .mapToDouble(column -> Double.parseDouble(fields[header.indexOf(column)]))
              .sum();
      assertThat(sum).as(line).isCloseTo(100, within(0.01));
    }

    assertThat(run("--set", "retries=9").status()).isZero();
    assertThat(directory.resolve("results-2/tasks/PAM-30k-2.csv"))
        .content()
        .doesNotContain(",failed\n");
    Files.writeString(study, small("retries: 1"));
    assertThat(run("--restart").err()).contains("small.yaml:", "retries", "since no machine fails");
  }

  @Test
  void writesATableAndItsResults() throws IOException {
    CommandRun run = run();

    assertThat(run.status()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out().lines().toList())
        .hasSizeGreaterThan(8)
        .first()
        .asString()
        .startsWith("policy    arrival_intensity  robustness %");
    assertThat(run.err())
        .contains("8 scenarios, 3 trials each, seed 1", "24 of 24 trials done")
        .doesNotContain("24 of 24 trials done,");
    assertThat(files(out).keySet())
        .containsExactlyInAnyOrder(
            "summary.csv",
            "trials.csv",
            "paired.csv",
            "misses.csv",
            "timing.csv",
            "types.csv",
            "study.resolved.yaml",
            "report.html",
            "tasks/PAM-30k-2.csv");
    assertThat(Files.readAllLines(out.resolve("summary.csv"))).hasSize(1 + 8);
    assertThat(Files.readAllLines(out.resolve("trials.csv"))).hasSize(1 + 24);
    assertThat(Files.readAllLines(out.resolve("paired.csv"))).hasSize(1 + 6);
    assertThat(Files.readAllLines(out.resolve("types.csv")))
        .hasSize(1 + 8 * 12)
        .first()
        .isEqualTo(
            "policy,arrival_intensity,arrival_intensity_number,task_type,trials,robustness,robustness_ci95");
    assertThat(Files.readAllLines(out.resolve("tasks/PAM-30k-2.csv"))).hasSize(1 + 120);
    assertThat(beside()).containsExactlyInAnyOrder("small.yaml", "results");
  }

  @Test
  void quietlyTellsOnlyWhoIsBest() {
    CommandRun run = run("--quiet");

    assertThat(run.out().lines().toList())
        .hasSizeBetween(2, 4)
        .noneMatch(line -> line.startsWith("policy"));
    assertThat(run.out()).contains(" on time", "report: ");
  }

  @Test
  void aSweepShowsItsBestAndSaysWhereTheRestIs() {
    CommandRun run =
        run(
            "--set",
            "policy=MM",
            "--set",
            "queue_capacity=1..61/1",
            "--set",
            "trials=1",
            "--set",
            "arrival_intensity=15k",
            "--set",
            "tasks=20");

    assertThat(run.err()).contains("61 scenarios");
    assertThat(run.out())
        .contains("These are the best 20 of 61 scenarios; summary.csv, timing.csv and the report");
    assertThat(run.out().lines().count()).isLessThan(30);
  }

  @Test
  void givesTheSameBytesWhateverTheThreadsAndAgain() throws IOException {
    assertThat(run("--threads", "1").status()).isZero();
    Map<String, String> one = deterministicFiles(out);
    assertThat(run("--threads", "2").status()).isZero();
    assertThat(deterministicFiles(out)).isEqualTo(one);
    assertThat(run("--threads", "7").status()).isZero();
    assertThat(deterministicFiles(out)).isEqualTo(one).hasSizeGreaterThan(5);
  }

  @Test
  void earlierResultsStay() throws IOException {
    assertThat(run().status()).isZero();
    Map<String, String> first = files(out);
    CommandRun other = run("--set", "trials=1");

    assertThat(other.err())
        .contains("warning: one trial has no interval")
        .contains("results holds other results, which stay; these are in " + out + "-2");
    assertThat(other.out()).contains("One trial, without intervals; report: ", "results-2");
    assertThat(files(out)).isEqualTo(first);
    assertThat(out.resolveSibling("results-2/report.html"))
        .content()
        .contains("Each scenario ran one trial, which has no interval");
    run("--set", "trials=1");
    assertThat(beside()).containsExactlyInAnyOrder("small.yaml", "results", "results-2");
    assertThat(run("--set", "trials=1", "--force").err()).doesNotContain("which stay");
    assertThat(Files.readAllLines(out.resolve("trials.csv"))).hasSize(1 + 8);
  }

  /** The study compares by an axis that only one of its policies reads. */
  @Test
  void anAxisThatTheChosenPolicyDoesNotReadMayHaveOneValue() throws IOException {
    String text = Files.readString(study);
    Files.writeString(study, text.replace("axes:\n", "axes:\n  JIT.fairness.weight: [0, 2]\n"));

    CommandRun refused = run("--set", "policy=MM");
    assertRefused(
        refused, "JIT.fairness.weight: changes nothing: as they are set, none of MM reads it");
    assertThat(refused.err()).contains("small.yaml:", "leave it out, or give it one value");
    CommandRun one = run("--set", "policy=MM", "--set", "JIT.fairness.weight=0");
    assertThat(one.status()).as(one.err()).isZero();
  }

  @Test
  void whatChangesNothingBesideOtherSettingsIsTold() {
    CommandRun factor = run("--set", "policy=JIT,MM", "--set", "JIT.fairness.factor=0.2");
    CommandRun both =
        run(
            "--set",
            "policy=JIT",
            "--set",
            "JIT.fairness.factor=0.2",
            "--set",
            "JIT.fairness.weight=0,2");
    CommandRun soft =
        run(
            "--set",
            "policy=JIT",
            "--set",
            "deadlines=soft",
            "--set",
            "dropping_scope=none",
            "--set",
            "JIT.evict=true");

    assertThat(factor.status()).as(factor.err()).isZero();
    assertThat(factor.err())
        .contains("note: JIT.fairness.factor changes nothing for JIT, as the rest is set");
    assertThat(both.status()).as(both.err()).isZero();
    assertThat(both.err()).doesNotContain("changes nothing");
    assertThat(soft.err()).contains("note: JIT.evict changes nothing for JIT, as the rest is set");
  }

  @Test
  void whatOnePolicyHasForItselfIsToldBesideAnOption() throws IOException {
    assertRefused(
        run("--set", "policy=MM short", "--set", "queue_capacity=4"),
        "queue_capacity: changes nothing: as they are set, none of MM short reads it, or each has");

    CommandRun beside = run("--set", "queue_capacity=4");

    assertThat(beside.status()).as(beside.err()).isZero();
    assertThat(beside.err())
        .contains("note: queue_capacity is not for MM short: the study gives a value of its own");
  }

  @Test
  void aPolicyThatIsMeantForOtherRulesSaysSo() {
    CommandRun journal = run("--set", "policy=MaxRobust");
    CommandRun own = run("--set", "policy=MaxRobust", "--set", "preset=maxrobust");

    assertThat(journal.err()).contains("note: MaxRobust is meant for unbounded queues");
    assertThat(own.status()).as(own.err()).isZero();
    assertThat(own.err()).doesNotContain("is meant for");
  }

  @Test
  void whatChangesNothingIsRefusedOrTold() throws IOException {
    assertRefused(
        run("--set", "policy=MM,MSD", "--set", "deferring_threshold=0.5,0.9"),
        "deferring_threshold: changes nothing: as they are set, none of MM, MSD reads it");
    assertRefused(
        run("--set", "policy=MM", "--set", "effective_depth=3"),
        "effective_depth: changes nothing: as they are set, none of MM reads it");
    assertRefused(
        run("--set", "cycles=4"), "--set cycles=4: cycles: has no effect on pattern steady");
    CommandRun run = run("--set", "policy=PAM,MM,MSD", "--set", "deferring_threshold=0.5,0.9");
    String note =
        "deferring_threshold changes nothing for MM, MSD, which do not read it: their results are"
            + " the same for each value";
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("note: " + note);
    assertThat(out.resolve("report.html")).content().contains(note);
  }

  @Test
  void filesWithoutAPlaceForAnAxisAreRefused() throws IOException {
    Path tasks = directory.resolve("tasks-1.csv");
    assertThat(CommandRun.of("workload", "generate", "--system", SYSTEM, "-o", tasks).status())
        .isZero();
    Files.writeString(
        study, small("").replace("workload: {tasks: 120}", "workload: {files: tasks-1.csv}"));
    assertRefused(
        run(),
        "arrival_intensity: has no effect: tasks-1.csv has no place for it, so every value reads"
            + " the same file; leave it out, or write {intensity}");
    Files.writeString(
        study, Files.readString(study).replace("  arrival_intensity: [15k, 30k]", ""));
    Files.writeString(study, Files.readString(study).replace(", arrival_intensity: 30k", ""));
    assertRefused(
        run("--set", "pattern=spiky"),
        "--set pattern=spiky: pattern: has no effect: tasks-1.csv has no place for it");
    assertThat(run("--set", "trials=2").err()).doesNotContain("has no effect");
  }

  @Test
  void resultsTellWhatMadeThemAndAreFoundAgainWhereTheyAreMoved() throws IOException {
    Path jar = jar(FaultyPolicies.Idle.class);
    Path made = directory.resolve("made/here");
    CommandRun run =
        CommandRun.of("run", study, "--out", made, "--plugins", jar, "--set", "policy=MM,Idle");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(made.resolve("study.resolved.yaml"))
        .content()
        .contains("origin:", made.getParent().toString(), "inputs:", "plugins:")
        .contains("../../" + jar.getFileName(), "system.yaml", "sha256: ");
    assertThat(made.resolve("report.html")).content().contains("deferring_threshold: ");

    Path moved = Files.createDirectories(directory.resolve("a/b/c")).resolve("moved");
    Files.move(made, moved);
    String[] explain = {
      "explain", moved.toString(), "--task", "50", "--scenario", "Idle, 15k", "--trial", "1"
    };
    assertRefused(
        CommandRun.of((Object[]) explain), "was made with " + jar, "--plugins " + jar, "Idle");
    CommandRun explained = CommandRun.of(with(explain, "--plugins", jar.toString()));
    assertThat(explained.status()).as(explained.err()).isZero();
    assertThat(explained.err()).doesNotContain("differs", "was made with");
    Path again = directory.resolve("again");
    Path resolved = moved.resolve("study.resolved.yaml");
    run = CommandRun.of("run", resolved, "--out", again, "--plugins", jar);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(CommandRun.of("compare", moved, again).status()).isZero();

    Path other = jar(FaultyPolicies.Idle.class, FaultyPolicies.Mute.class);
    assertThat(CommandRun.of(with(explain, "--plugins", other.toString())).err())
        .contains("was made with " + jar);
    Files.delete(jar);
    assertThat(CommandRun.of("compare", moved, again).status()).isZero();
  }

  private static Object[] with(String[] words, String... more) {
    return Stream.of(words, more).flatMap(Stream::of).toArray();
  }

  @Test
  void whatItResolvedCanBeRunAgain() throws IOException {
    Path again = directory.resolve("again");
    run("--seed", "7", "--set", "policy=PAM,MM", "--set", "trigger=3 arrivals,100 ms or events");
    Path resolved = out.resolve("study.resolved.yaml");
    CommandRun run = CommandRun.of("run", resolved.toString(), "--out", again.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(deterministicFiles(again)).isEqualTo(deterministicFiles(out));
    assertThat(resolved).content().contains("seed: 7", "3 arrivals", "100 ms");
  }

  @Test
  void tellsTaskTypesOnRequestAndWhatTheSchedulerTook() {
    assertThat(run().out())
        .contains("Time for the decisions of a mapping event:", "99th percentile us")
        .doesNotContain("task type", "cost_per_on_time");
    assertThat(run("--per-type").out())
        .contains("On-time share of each task type:", "spec-00 %", "spec-11 %");
  }

  @Test
  void runsSeveralStudiesOneAfterTheOther() throws IOException {
    Path other = directory.resolve("other.yaml");
    Files.writeString(other, small("title: The other one").replace("name: small", "name: other"));
    CommandRun run = CommandRun.of("run", study, other, "--out", out, "--set", "trials=2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("The other one");
    assertThat(out.resolve("small/report.html")).exists();
    assertThat(out.resolve("other/report.html")).exists();
  }

  @Test
  void runsNoStudyIfOneOfThemIsWrong() throws IOException {
    Path wrong = directory.resolve("wrong.yaml");
    Files.writeString(wrong, small("colour: blue").replace("name: small", "name: wrong"));
    CommandRun run = CommandRun.of("run", study, wrong, "--out", out);
    CommandRun twice = CommandRun.of("run", study, study, "--out", out);

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).contains("wrong.yaml", "colour");
    assertThat(twice.err()).contains("two studies are named small");
    assertThat(out).doesNotExist();
  }

  @Test
  void tellsWhatTheSchedulerTookForEachSettingOfAPolicy() {
    CommandRun run = run("--set", "policy=PAM", "--set", "approximate=false,true");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("policy +approximate +mean us")
        .containsPattern("PAM +false +[0-9.]+ +[0-9.]+ +[0-9.]+\\R")
        .containsPattern("PAM +true +[0-9.]+ +[0-9.]+ +[0-9.]+\\R");
  }

  @Test
  void tellsCostAndEnergyWhereMachinesHavePricesAndPower() {
    CommandRun run = run("--set", "system=" + ROOT.resolve("inputs/spec/priced.yaml"));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("cost_per_on_time 1e-6  energy_per_on_time_j  against");
    assertThat(out.resolve("report.html"))
        .content()
        .contains("\"id\":\"cost-per-on-time\"", "\"id\":\"energy-per-on-time-j\"");
  }

  @Test
  void seedsDiffer() throws IOException {
    run("--seed", "1");
    String one = Files.readString(out.resolve("trials.csv"));
    run("--seed", "2", "--force");
    assertThat(out.resolve("trials.csv")).content().isNotEqualTo(one);
  }

  @Test
  void aSetAxisReplacesThatOfTheStudyAndWhatSpokeOfIt() throws IOException {
    CommandRun run = run("--set", "policy=MSD,MMU", "--set", "tasks=100,110", "--set", "trials=2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readAllLines(out.resolve("summary.csv")))
        .hasSize(1 + 2 * 2 * 2)
        .first()
        .asString()
        .startsWith(
            "policy,arrival_intensity,arrival_intensity_number,tasks,trials,robustness,robustness_ci95,");
    assertThat(files(out).keySet()).noneMatch(f -> f.startsWith("tasks/") || f.contains("paired"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour: red | small.yaml:12: colour: unknown key",
        "seed: 1.5 | small.yaml:12: seed: does not fit (value 1.5); expected a whole number",
        "trials: 4 | small.yaml:12: trials: duplicate key, first on line 2",
        "preset: thesus | did you mean thesis?",
        "figures: [{title: x, kind: bars, x: polcy}] | figures[0].x: is no axis of the study",
        "settings: {toggel: 1} | settings.toggel: unknown key; did you mean toggle?",
        "settings: {deadlines: soft} | soft deadlines with dropping scope executing; soft deadlines"
            + " never drop, so use none",
        "settings: {fill: late} | fill: does not fit (value late); expected early or just-in-time",
        "settings: {fill: just-in-time, queue_capacity: polled} | polled have no queues to fill",
        "settings: {fill: just-in-time, queue_capacity: unbounded} | and none goes back"
      })
  void tellsWhatIsWrongWithAStudy(String line, String message) throws IOException {
    Files.writeString(study, small(line));
    assertRefused(run(), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "policy=PAN | --set policy=PAN: policy: unknown policy (value PAN); did you mean PAM?",
        "tasks=0 | tasks: does not fit (value 0); expected a whole number from 1",
        "tasks=10 | 10 tasks, of which the first 5 and the last 5 are left out",
        "tasks=0 | 1 problem",
        "trials=0 | trials: does not fit (value 0)",
        "arival_intensity=9k | did you mean arrival_intensity?",
        "machine.type-1=4 | did you mean machines.type-1?",
        "colour=red | docs/study-reference.yaml shows every option",
        "deferring_threshold=0..1 | expected a number from 0 to 1; a range is FIRST..LAST/STEP",
        "tasks=20..10/5 | with FIRST below LAST, as 0..1/0.1",
        "data=nowhere | the study has no block with_data",
        "system=nowhere.yaml | nowhere.yaml: there is no such file",
        "arrival_intensity=9k,9k | stands twice on the axis",
        "deferring_threshold=1.2 | expected a number from 0 to 1",
        "trials | is no setting; write --set key=value"
      })
  void tellsWhatIsWrongWithASetting(String setting, String message) throws IOException {
    assertRefused(run("--set", setting), message);
  }

  @Test
  void tellsOneReasonOnce() throws IOException {
    Files.writeString(study, small("settings: {deadlines: soft}"));
    CommandRun run = run();

    assertRefused(run, "scenario PAM, 15k and 7 others cannot be made: soft deadlines");
    assertThat(run.err()).endsWith("1 problem" + System.lineSeparator());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "axes: {policies: [MM]} | axes.policies: unknown key; did you mean policy?",
        "axis: {policy: [MM]} | axis: unknown key; did you mean axes?",
        "seed: 1 | axes: names no policies"
      })
  void aStudyWithoutPoliciesIsRefused(String axes, String message) throws IOException {
    Files.writeString(study, "name: a\nsystem: '%s'\n%s\n".formatted(SYSTEM, axes));
    assertRefused(run(), message);
  }

  @Test
  void optionsOfGeneratedWorkloadsBesideFilesAreRefused() throws IOException {
    Files.writeString(
        study, small("").replace("{tasks: 120}", "{files: a.csv, slack: 2, unit: 1 s, slak: 1}"));
    assertRefused(run(), "workload.unit: has no effect on workloads read from files");
    assertThat(run().err())
        .contains("workload.slack: has no effect", "workload.slak: unknown key")
        .doesNotContain("known: files");
  }

  @Test
  void filesOfAnotherKindAreSaidToBeSo() throws IOException {
    assertRefused(
        CommandRun.of("run", SYSTEM, "--out", out),
        SYSTEM + ": is a system, not a study; a study names it, system: FILE");
    Path tradeOff = ROOT.resolve("studies/pareto/quick.yaml");
    assertRefused(CommandRun.of("tune", tradeOff), "is a study of a trade-off, not a study");
    assertRefused(CommandRun.of("bound", tradeOff), "espalier pareto takes it");
    assertRefused(
        CommandRun.of("pareto", study, "--set", "machines.node=1"),
        "is a study, not a study of a trade-off; espalier run takes it, and other machines with"
            + " --set machines.TYPE=NUMBER");
  }

  @Test
  void tellsAllThatIsWrongTogether() throws IOException {
    Files.writeString(study, small("colour: red").replace("MSD-P", "MSP"));
    CommandRun run = run("--set", "seed=x", "--set", "system=nowhere.yaml");

    assertRefused(run, "unknown policy (value MSP)");
    assertThat(run.err()).contains("colour: unknown key", "seed: does not fit", "nowhere.yaml");
    assertThat(run.err()).endsWith("4 problems" + System.lineSeparator());
  }

  @Test
  void refusesASystemWithoutMachines() throws IOException {
    Path system = directory.resolve("none.yaml");
    Files.writeString(
        system, "name: none\ntick: 10 us\nmachines: [{type: m9}]\npet: {file: none.pet.csv}\n");
    assertRefused(run("--set", "system=" + system), "none.pet.csv: there is no such file");
  }

  @Test
  void namesEveryPolicyThatFails() throws IOException {
    Path jar =
        jar(FaultyPolicies.Greedy.class, FaultyPolicies.Mute.class, FaultyPolicies.Throwing.class);
    CommandRun run = run("--plugins", jar.toString(), "--set", "policy=MM,Greedy,Mute,Throwing");

    assertRefused(run, "policy Greedy failed in scenario Greedy, 15k, trial 1:");
    assertThat(run.err())
        .contains("whose queue is full (3 tasks)")
        .contains("policy Mute failed in scenario Mute, 15k, trial 1:", "returned nothing")
        .contains("policy Throwing failed in", "the stars are not right")
        .doesNotContain("policy MM", "\tat ");
  }

  @Test
  void keepsOldResultsWhenARunFails() throws IOException {
    run("--set", "policy=MM");
    Map<String, String> before = files(out);
    Path jar = jar(FaultyPolicies.Mute.class);

    assertThat(run("--plugins", jar.toString(), "--set", "policy=Mute").status())
        .isEqualTo(ExitCode.USAGE);
    assertThat(files(out)).isEqualTo(before);
  }

  @Test
  void tellsBeforeItRunsThatNothingCanBeWritten() throws IOException {
    out = study.resolve("deep/results");
    CommandRun run = run();
    assertRefused(run, "small.yaml is not a directory; give another directory with --out");
    assertThat(run.err()).doesNotContain("trials done");
  }

  @Test
  void doesNotReplaceADirectoryThatHoldsSomethingElse() throws IOException {
    Files.createDirectory(out);
    Files.writeString(out.resolve("thesis.tex"), "years of work");

    CommandRun run = run();
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("holds thesis.tex, which is not a result and would be lost");
    assertThat(out.resolve("thesis.tex")).hasContent("years of work");
  }

  @Test
  void refusesPluginsThatAreNot() throws IOException {
    assertRefused(run("--plugins", "nowhere.jar"), "--plugins: there is no file nowhere.jar");
    assertRefused(run("--plugins", jar().toString()), "--plugins: no policies in");
  }

  @Test
  void refusesWrongUsage() {
    assertThat(CommandRun.of("run", "--threads", "two").status()).isEqualTo(ExitCode.USAGE);
    assertThat(run("--threads", "0").err()).contains("--threads is 0; expected at least 1");
    assertThat(CommandRun.of("run", "nowhere.yaml").err()).contains("nowhere.yaml: there is no");
  }

  @Test
  void showsAStackTraceOnlyWhenAsked() throws IOException {
    Path jar = jar(FaultyPolicies.Throwing.class);
    CommandRun run = run("--plugins", jar.toString(), "--set", "policy=Throwing", "--stacktrace");
    assertThat(run.err()).contains("ArithmeticException", "FaultyPolicies");
  }

  @Test
  void helpsWithExamples() {
    CommandRun run = CommandRun.of("run", "--help");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("Examples:", "espalier run studies/journal-fig-12a.yaml", "--set");
  }

  @Test
  void runsTheQuickStartStudyWhenNoneIsNamed() {
    CommandRun run = CommandRun.of("run", "--set", "trials=1", "--out", out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).startsWith("quick-start: ");
    assertThat(out.resolve("report.html")).exists();
  }

  private void assertRefused(CommandRun run, String... message) throws IOException {
    assertThat(run.err()).contains(message);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(beside()).allMatch(name -> !name.contains("results"));
  }

  private List<String> beside() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  /** A jar that names providers of the class path. */
  private Path jar(Class<?>... providers) throws IOException {
    Path jar = directory.resolve("plugin-%d.jar".formatted(providers.length));
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new ZipEntry("META-INF/services/" + PolicyProvider.class.getName()));
      for (Class<?> provider : providers) {
        entries.write((provider.getName() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private static Map<String, String> deterministicFiles(Path directory) throws IOException {
    Map<String, String> files = files(directory);
    files.remove("timing.csv");
    files.computeIfPresent("report.html", (name, page) -> withoutTimes(page));
    return files;
  }

  /** A report without the wall-clock times, which are the last of its data. */
  static String withoutTimes(String page) {
    String times = "\\{\"id\":\"scheduler-time\",\"title\":\"\",\"columns\":[^\n]*?</script>";
    assertThat(page).containsPattern(times);
    return page.replaceFirst(times, "");
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        contents.put(directory.relativize(path).toString(), Files.readString(path));
      }
    }
    return contents;
  }

  @Test
  @Sampled(0.5)
  void aRunThatIsKilledGoesOnToTheSameResults() throws Exception {
    Path checkpoint = directory.resolve("results.checkpoint");
    List<String> args =
        new ArrayList<>(List.of("run", study.toString(), "--set", "trials=15", "--out"));
    args.add(out.toString());
    Process killed =
        new ProcessBuilder(CommandJvm.command(args))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(checkpoint) && Files.size(checkpoint) > 10_000);
    killed.destroyForcibly().waitFor();
    assertThat(out).doesNotExist();

    CommandRun refused = CommandRun.of(args.toArray());
    assertThat(refused.status()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("results.checkpoint is of a run that was stopped");
    args.add("--resume");
    CommandRun resumed = CommandRun.of(args.toArray());
    assertThat(resumed.status()).as(resumed.err()).isZero();
    assertThat(resumed.err()).containsPattern("going on: [1-9]\\d* of 120 trials are there");
    assertThat(checkpoint).doesNotExist();

    Path whole = directory.resolve("whole");
    args.set(args.indexOf(out.toString()), whole.toString());
    args.remove("--resume");
    assertThat(CommandRun.of(args.toArray()).status()).isZero();
    for (String file : List.of("trials.csv", "summary.csv", "paired.csv", "types.csv")) {
      assertThat(out.resolve(file)).hasSameTextualContentAs(whole.resolve(file));
    }
    assertThat(out.resolve("tasks/PAM-30k-2.csv"))
        .hasSameTextualContentAs(whole.resolve("tasks/PAM-30k-2.csv"));
  }

  @Test
  void ofSeveralStudiesThoseThatWereStoppedGoOn() throws IOException {
    Path other = directory.resolve("other.yaml");
    Files.writeString(other, small("").replace("name: small", "name: other"));
    Files.createDirectories(out);
    Files.writeString(out.resolve("other.checkpoint"), "what\nelse\n");

    CommandRun refused = CommandRun.of("run", study, other, "--out", out);
    assertThat(refused.err()).contains("other.checkpoint is of a run that was stopped");
    assertThat(out.resolve("small")).doesNotExist();
    CommandRun unfit = CommandRun.of("run", study, other, "--out", out, "--resume");
    assertThat(unfit.err()).contains("is no checkpoint of a run; begin anew with --restart");
    assertThat(CommandRun.of("run", study, other, "--out", out, "--restart").status()).isZero();
    assertThat(CommandRun.of("run", study, other, "--out", out, "--resume").err())
        .contains("to go on from; leave out --resume");
  }
}
