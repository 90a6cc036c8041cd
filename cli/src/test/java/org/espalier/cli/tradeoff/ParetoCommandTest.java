package org.espalier.cli.tradeoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.core.model.HcSystem;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.workload.document.Problems;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Trade-offs are searched, stopped, gone on with and reported. */
final class ParetoCommandTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path directory;

  private Path study(String more) throws IOException {
    return Files.writeString(
        directory.resolve("study.yaml"),
        """
        name: small
        seed: 3
        system: %s
        workload: %s
        objectives: [utility, energy]
        %s
        """
            .formatted(
                Repository.file("inputs/pareto/data-set-1.yaml"),
                Repository.file("inputs/pareto/data-set-1.trace.csv"),
                more));
  }

  private Path results(String name) {
    return directory.resolve(name);
  }

  private static CommandRun good(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.status()).as(run.err()).isEqualTo(ExitCode.OK);
    return run;
  }

  private static String front(Path results) throws IOException {
    return Files.readString(results.resolve("front.csv"));
  }

  @Test
  void aSearchWritesFrontsAllocationsAndAReport() throws IOException {
    Path study =
        study(
            """
            method: nsga2
            nsga2: {population: 20, generations: 150}
            populations: {random: [], seeded: [min-energy, min-min]}
            """);
    Path out = results("out");
    CommandRun run = good("pareto", study, "--out", out, "--threads", 2);
    assertThat(run.out())
        .contains("front", "of the bound", "all together", "report: " + out.resolve("report.html"));
    assertThat(run.err()).contains("250 tasks on 9 machines, utility and energy, method nsga2");
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "allocations",
              "bound.csv",
              "front.csv",
              "fronts.csv",
              "indicators.csv",
              "report.html",
              "study.resolved.yaml");
    }
    assertThat(Files.readString(out.resolve("fronts.csv")))
        .contains("random,100,", "random,150,", "seeded,150,");
    assertThat(Files.exists(results("out.checkpoint"))).isFalse();

    good("pareto", out.resolve("study.resolved.yaml"), "--out", results("again"), "--threads", 1);
    assertThat(front(results("again"))).isEqualTo(front(out));
  }

  @Test
  void theAllocationOfAPointOrAPolicyIsASeed() throws IOException {
    Path study =
        study(
            """
            method: nsga2
            utility_threshold: 0.5
            nsga2: {population: 10, generations: 5}
            populations:
              policies:
                - policy: Max-Max-UPE
                  settings: {queue_capacity: pending-slot, trigger: 1 min, dropping_scope: none, deadlines: soft}
            """);
    good("pareto", study, "--out", results("first"));
    Path made = results("first").resolve("seeds/1-Max-Max-UPE.csv");
    assertThat(Files.readAllLines(made)).hasSize(251);

    Path from =
        study(
            """
            method: nsga2
            utility_threshold: 0.5
            nsga2: {population: 10, generations: 0}
            populations: {from: [{tasks: first/allocations/A.csv}]}
            """);
    good("pareto", from, "--out", results("second"));
    String best = Files.readAllLines(results("first").resolve("front.csv")).getLast();
    String energy = best.split(",")[6];
    assertThat(front(results("second"))).contains("," + energy + ",");
  }

  @Test
  @Sampled(0.5)
  void aSearchThatIsKilledGoesOnFromItsMembers() throws Exception {
    Path study =
        study(
            """
            method: nsga2
            nsga2: {population: 20, generations: 12000, snapshots: [100]}
            populations: {random: [], seeded: [min-min]}
            """);
    Process killed = start("pareto", study, "--out", results("cut"), "--checkpoint-every", "20ms");
    Path checkpoint = results("cut.checkpoint");
    await().atMost(PATIENCE).until(() -> Files.exists(checkpoint.resolve("1_100")));
    Thread.sleep(300);
    boolean wasRunning = killed.isAlive();
    killed.destroyForcibly().waitFor();
    assertThat(wasRunning).isTrue();
    assertThat(Files.exists(results("cut"))).isFalse();
    List<AllocationTotals> kept = kept(checkpoint);

    CommandRun refused = CommandRun.of("pareto", study, "--out", results("cut"));
    assertThat(refused.status()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("is of a search that was stopped; go on with --resume");
    good("pareto", study, "--out", results("cut"), "--resume");
    assertReaches(results("cut"), kept);
    assertThat(Files.readString(results("cut").resolve("fronts.csv")))
        .contains("random,100,", "random,12000,", "seeded,100,", "seeded,12000,");
    assertThat(Files.exists(checkpoint)).isFalse();
  }

  /** What the members come to that the last checkpoint of the first population has. */
  private static List<AllocationTotals> kept(Path checkpoint) throws IOException {
    HcSystem system = SystemFiles.read(Repository.file("inputs/pareto/data-set-1.yaml")).value();
    Path trace = Repository.file("inputs/pareto/data-set-1.trace.csv");
    StaticProblem problem = StaticProblem.of(system, WorkloadFiles.read(trace, system), 0);
    Problems problems = new Problems();
    try (Stream<Path> parts = Files.list(checkpoint)) {
      int last =
          parts
              .map(part -> part.getFileName().toString())
              .filter(part -> part.startsWith("1_"))
              .mapToInt(part -> Integer.parseInt(part.substring(2)))
              .max()
              .orElseThrow();
      try (Stream<Path> files = Files.list(checkpoint.resolve("1_" + last))) {
        List<AllocationTotals> totals =
            files
                .flatMap(file -> AllocationFiles.read(file, problem, problems).stream())
                .map(allocation -> AllocationOutcome.of(problem, allocation).totals())
                .toList();
        problems.throwIfAny();
        assertThat(totals).hasSize(20);
        return totals;
      }
    }
  }

  /**
   * The ends of a front are never lost by NSGA-II. Of members between them only as many are kept as
   * there is room for, so single ones go, but what a later front dominates is as much but for that.
   */
  private static void assertReaches(Path results, List<AllocationTotals> kept) throws IOException {
    List<AllocationTotals> front =
        Files.readAllLines(results.resolve("front.csv")).stream()
            .skip(1)
            .map(line -> line.split(","))
            .map(point ->
                new AllocationTotals(
                    Double.parseDouble(point[point.length - 6]),
                    Double.parseDouble(point[point.length - 5]),
                    0,
                    0,
                    0,
                    0))
            .toList();
    assertThat(most(front)).isGreaterThanOrEqualTo(most(kept) - 1e-6);
    assertThat(least(front)).isLessThanOrEqualTo(least(kept) + 1e-3);
    double most = kept.stream().mapToDouble(AllocationTotals::joules).max().orElseThrow();
    assertThat(dominated(front, most)).isGreaterThanOrEqualTo(dominated(kept, most) * 0.95);
  }

  /** The area of utility times energy that a front dominates up to an energy. */
  private static double dominated(List<AllocationTotals> front, double joules) {
    double area = 0;
    double utility = 0;
    double since = 0;
    for (AllocationTotals point :
        front.stream().sorted(Comparator.comparingDouble(AllocationTotals::joules)).toList()) {
      double here = Math.min(point.joules(), joules);
      area += utility * (here - since);
      since = here;
      utility = Math.max(utility, point.utility());
    }
    return area + utility * (joules - since);
  }

  private static double most(List<AllocationTotals> totals) {
    return totals.stream().mapToDouble(AllocationTotals::utility).max().orElseThrow();
  }

  private static double least(List<AllocationTotals> totals) {
    return totals.stream().mapToDouble(AllocationTotals::joules).min().orElseThrow();
  }

  @Test
  @Sampled(0.5)
  void aSearchThatIsInterruptedKeepsItsFrontAndGoesOn() throws Exception {
    Path study =
        study(
            """
            method: nsga2
            nsga2: {population: 20, generations: 9000, snapshots: [100]}
            populations: {random: []}
            """);
    Process process = start("pareto", study, "--out", results("cut"), "--checkpoint-every", "20ms");
    await().atMost(PATIENCE).until(() -> Files.exists(results("cut.checkpoint/1_100")));
    process.destroy();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(front(results("cut"))).contains("random");
    assertThat(Files.readString(results("cut").resolve("fronts.csv")))
        .doesNotContain("random,9000");
    List<AllocationTotals> kept = kept(results("cut.checkpoint"));

    good("pareto", study, "--out", results("cut"), "--resume");
    assertReaches(results("cut"), kept);
    assertThat(Files.readString(results("cut").resolve("fronts.csv")))
        .contains("random,100,", "random,9000,");
  }

  private static Process start(Object... args) throws IOException {
    return new ProcessBuilder(CommandJvm.command(List.of(args)))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void aSystemAndATraceMayBeGenerated() throws IOException {
    Path study =
        Files.writeString(
            directory.resolve("generated.yaml"),
            """
            name: generated
            system:
              task_types: 6
              special_task_types: 2
              special_machines: [1]
              special_each: 1..2
              general_machines: [2, 1]
              mean_general: 100 ms
              mean_special: 10 ms
            workload: {tasks: 60, arrival_intensity: 2000k}
            objectives: [utility, energy]
            method: nsga2
            nsga2: {population: 10, generations: 5}
            """);
    CommandRun run = good("pareto", study, "--out", results("out"));
    assertThat(run.err()).contains("60 tasks on 4 machines");
    good("pareto", results("out").resolve("study.resolved.yaml"), "--out", results("again"));
    assertThat(front(results("again"))).isEqualTo(front(results("out")));

    Path bad =
        Files.writeString(
            directory.resolve("bad.yaml"),
            Files.readString(study).replace("tasks: 60", "tasks: 0, task: 3"));
    assertThat(CommandRun.of("pareto", bad).err())
        .contains("workload.tasks: does not fit (value 0)", "workload.task: unknown key");
  }

  @Test
  void whatIsNoCheckpointIsRefused() throws IOException {
    Files.write(results("out.checkpoint"), new byte[100]);
    Path study = study("nsga2: {population: 10, generations: 1}\nmethod: nsga2\n");
    CommandRun run = CommandRun.of("pareto", study, "--out", results("out"), "--resume");
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("is no checkpoint of a search; begin anew with --restart");

    good("pareto", study, "--out", results("out"), "--restart");
    CommandRun none = CommandRun.of("pareto", study, "--out", results("out"), "--resume");
    assertThat(none.err()).contains("to go on from; leave out --resume");
  }

  @Test
  void badOptionsAreRefused() throws IOException {
    Path study = study("");
    assertThat(CommandRun.of("pareto", study, "--method", "guess").err())
        .contains("--method is guess; expected sweep, nsga2 or both");
    assertThat(CommandRun.of("pareto", study, "--time", "soon").err())
        .contains("--time is soon; expected a duration above 0: a number and one of");
    assertThat(CommandRun.of("pareto", study, "--method", "sweep", "--generations", "9").err())
        .contains("--generations is for nsga2, which method sweep does not run");
    assertThat(CommandRun.of("pareto", study, "--bounds-only", "--method", "sweep").err())
        .contains("--bounds-only searches no front");
    assertThat(CommandRun.of("pareto", study, "--generations", "-1").err())
        .contains("--generations is -1");
  }

  @Test
  void machinesThatCannotBeAreRefused() throws IOException {
    Path study = study("");
    assertThat(set(study, "machines.i9=2"))
        .contains("--set machines.i9=2: machines.i9: system data-set-1 has no machine type i9");
    assertThat(set(study, "machines.AMD A8-3870=2,3")).contains("did you mean AMD A8-3870k?");
    assertThat(set(study, "machines.AMD A8-3870k=-1")).contains("expected a whole number from 0");
    assertThat(set(study, "generations=3")).contains("generations: is no axis or setting");
    assertThat(set(bag("machines: {AMD A8-3870k: [1, 2], Intel: 3}")))
        .contains("machines.Intel: system nine-types has no machine type Intel");
    assertThat(set(bag("machines: {AMD A8-3870k: []}"))).contains("gives no number");
    assertThat(set(bag("machines: {AMD A8-3870k: }"))).contains("gives no number");
    Path pair = pair();
    assertThat(set(pair, "machines.fast=0", "machines.slow=0"))
        .contains("system pair cannot be with fast: 0, slow: 0: it has 0 machines; expected 1");
    assertThat(set(pair, "machines.fast=1,0"))
        .contains(
            "system pair cannot be with fast: 0: no machine is left that can run task type b");
    assertThat(set(pair, "machines.fast=1..100/1", "machines.slow=1..100/1"))
        .contains("are more than 1,000 systems");
  }

  private static String set(Path study, String... machines) {
    List<Object> args = new ArrayList<>(List.of("pareto", study));
    Arrays.stream(machines).forEach(text -> args.addAll(List.of("--set", text)));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    return run.err();
  }

  private Path bag(String more) throws IOException {
    return Files.writeString(
        directory.resolve("bag.yaml"),
        """
        name: bag
        system: %s
        workload: %s
        objectives: [makespan, energy]
        %s
        """
            .formatted(
                Repository.file("inputs/pareto/nine-types.yaml"),
                Repository.file("inputs/pareto/bag-of-30-types.csv"),
                more));
  }

  /** A fast type and one that is slow and does not run all tasks; idle, they draw 1 W and 2 W. */
  private Path pair() throws IOException {
    Files.writeString(
        directory.resolve("pair.yaml"),
        """
        name: pair
        tick: 1 s
        task_types: [a, b]
        machine_types:
          - {name: fast, idle_power: 1 W, p_states: [{name: P0, power: 20 W}]}
          - {name: slow, idle_power: 2 W, p_states: [{name: P0, power: 5 W}]}
        machines: [{type: fast}, {type: slow}]
        pet: pair.pet.csv
        missing: cannot-run
        """);
    Files.writeString(
        directory.resolve("pair.pet.csv"),
        "# tick 1 s, step 1\n"
            + "task_type,machine_type,time_s,mass\n"
            + "a,fast,5,1\n"
            + "b,fast,5,1\n"
            + "a,slow,10,1\n");
    Files.writeString(
        directory.resolve("pair.csv"), "task_type,arrival_s,deadline_s\na,3,99\nb,3,99\n");
    return Files.writeString(
        directory.resolve("pair-study.yaml"),
        """
        name: pair
        system: pair.yaml
        workload: pair.csv
        objectives: [makespan, energy]
        method: nsga2
        nsga2: {population: 10, generations: 40}
        """);
  }

  /**
   * Both tasks on the fast machine end 10 s after they arrive, with 200 J and 10 s of the slow
   * one's 2 W. With a on the slow machine executions take 150 J; the fast one waits 5 s of the 10.
   * Without a slow machine nobody waits; with two of them another 20 J are drawn.
   */
  @Test
  void idleMachinesOfSeveralSystemsAreCounted() throws IOException {
    Path out = results("out");
    CommandRun run = good("pareto", pair(), "--set", "machines.slow=0..2/1", "--out", out);
    assertThat(run.out())
        .contains("slow: 0", "slow: 1", "slow: 2", "best energy with idle machines, MJ")
        .contains(
            "Today is slow: 1, at the first end of its front, which has no knee: makespan 0.216667"
                + " min, energy");
    assertThat(Files.readAllLines(out.resolve("systems.csv")))
        .hasSize(4)
        .first()
        .isEqualTo(
            "system,machines,bound_makespan,bound_energy,best_makespan,best_energy,share_of_bound,makespan_at_todays_energy,energy_at_todays_makespan");
    assertThat(Files.readAllLines(out.resolve("systems.csv")))
        .anyMatch(line -> line.matches("slow: 0,1,.*,13,200,[^,]*,,200"))
        .anyMatch(line -> line.matches("slow: 1,2,.*,13,155,[^,]*,13,155"))
        .anyMatch(line -> line.matches("slow: 2,3,.*,13,175,[^,]*,,175"));
    assertThat(Files.readAllLines(out.resolve("fronts.csv")))
        .containsExactly(
            "system,makespan,energy", "slow: 0,13,200", "slow: 1,13,155", "slow: 2,13,175");
    assertThat(results("out.checkpoint")).doesNotExist();
  }

  /**
   * An execution takes 1,100 J on the fast machine, which draws 1,000 J in these 10 s anyway, and
   * 1,000 J on the slow one, which draws nothing. The last task ends at 110 s at the earliest. Both
   * on the fast one: 11,000 J of waiting and 200 J; the first on the slow one: 12,100 J in all.
   */
  @Test
  void whatIsLeastWithIdleMachinesIsFound() throws IOException {
    Path study = pair();
    Files.writeString(
        directory.resolve("pair.yaml"),
        """
        name: pair
        tick: 1 s
        task_types: [a]
        machine_types:
          - {name: fast, idle_power: 100 W, p_states: [{name: P0, power: 110 W}]}
          - {name: slow, idle_power: 0 W, p_states: [{name: P0, power: 50 W}]}
        machines: [{type: fast}, {type: slow}]
        pet: pair.pet.csv
        """);
    Files.writeString(
        directory.resolve("pair.pet.csv"),
        "# tick 1 s, step 1\ntask_type,machine_type,time_s,mass\na,fast,10,1\na,slow,20,1\n");
    Files.writeString(
        directory.resolve("pair.csv"), "task_type,arrival_s,deadline_s\na,0,999\na,100,999\n");
    Path out = results("out");
    good("pareto", study, "--set", "machines.slow=0,1", "--method", "both", "--out", out);
    assertThat(Files.readAllLines(out.resolve("fronts.csv")))
        .containsExactly("system,makespan,energy", "slow: 0,110,11200", "slow: 1,110,11200");
  }

  @Test
  void severalSystemsShareTheTime() throws IOException {
    CommandRun run =
        good(
            "pareto", pair(), "--set", "machines.slow=1,2", "--time", "2ns", "--out", results("o"));
    assertThat(run.out())
        .contains(
            "slow: 1: population seeded was not begun.",
            "slow: 2: population seeded was not begun.");
  }

  @Test
  void asLongAsNoIdlePowerIsGivenWaitingCostsNothing() throws IOException {
    Path study = pair();
    Path system = directory.resolve("pair.yaml");
    Files.writeString(system, Files.readString(system).replaceAll("idle_power: . W, ", ""));
    Path out = results("out");
    CommandRun run = good("pareto", study, "--set", "machines.slow=1,2", "--out", out);
    assertThat(run.err()).contains("the system gives no idle power");
    assertThat(Files.readString(out.resolve("systems.csv"))).contains("13,150\nslow: 2");
  }

  @Test
  void oneNumberOfMachinesIsKeptWithTheResults() throws IOException {
    Path out = results("out");
    CommandRun run = good("pareto", pair(), "--set", "machines.slow=2", "--out", out);
    assertThat(run.err()).contains("2 tasks on 3 machines");
    assertThat(Files.readString(out.resolve("study.resolved.yaml")))
        .contains("machines:\n  slow: 2\n");
    good("pareto", out.resolve("study.resolved.yaml"), "--out", results("again"));
    assertThat(front(results("again"))).isEqualTo(front(out));
  }

  @Test
  void boundsOfSeveralSystemsAreShownAlone() throws IOException {
    Path study = bag("machines: {Intel Core i7 3770K: [4, 8]}");
    CommandRun run =
        good(
            "pareto",
            study,
            "--set",
            "machines.AMD A8-3870k=4,1",
            "--bounds-only",
            "--out",
            results("out"));
    assertThat(run.out())
        .contains(
            "AMD A8-3870k: 4, Intel Core i7 3770K: 4        36",
            "AMD A8-3870k: 1, Intel Core i7 3770K: 8        37",
            "report: ");
    assertThat(run.out()).doesNotContain("best makespan");
    assertThat(Files.readString(results("out").resolve("bound.csv")))
        .contains("\"AMD A8-3870k: 4, Intel Core i7 3770K: 8\",");
    assertThat(Files.readAllLines(results("out").resolve("fronts.csv"))).hasSize(1);
    assertThat(
            good("pareto", study("method: sweep"), "--bounds-only", "--out", results("one")).out())
        .contains("as it is");
  }

  @Test
  void theReportOfSystemsNamesTheWholeCommand() throws IOException {
    Path study = study("");
    good(
        "pareto",
        study,
        "--set",
        "machines.AMD A8-3870k=1,2",
        "--method",
        "sweep",
        "--time",
        "2s",
        "--seed",
        "9",
        "--out",
        results("out"));

    assertThat(results("out").resolve("report.html"))
        .content()
        .contains("=1,2' --method sweep --time '2 s' --seed 9");
  }

  /** It would be left out as one that did not complete. */
  @Test
  void aFateThatThereIsNotIsRefused() throws IOException {
    Path seed =
        Files.writeString(
            directory.resolve("seed.csv"),
            "task,machine,p_state,start_s,fate\n0,AMD A8-3870k-0,0,0,on_time\n");
    Path study =
        study(
            """
            utility_threshold: 0.5
            nsga2: {population: 10, generations: 1}
            populations: {from: [{tasks: seed.csv}]}
            """);
    CommandRun run = CommandRun.of("pareto", study, "--out", results("out"));

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("is not how a task leaves (value on_time); did you mean on-time?");
    assertThat(seed).exists();
  }
}
