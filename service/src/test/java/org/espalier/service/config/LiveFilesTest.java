package org.espalier.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.Scale;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.agent.SlurmSettings;
import org.espalier.service.backend.Containment;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.Commands;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Loaded;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that is wrong with a live.yaml is told at once, each with its place and a remedy. */
class LiveFilesTest {
  private static final String SLURM =
      """
      system: system.yaml
      task_types: {a: {command: ["true"]}, b: {command: ["true"]}}
      backend: agents
      gate: {listen: "127.0.0.1:7401", key: gate.key}
      slurm:
      """;
  private static final String NO_HASH =
      "does not fit (value abc); expected the 64 hexadecimal digits of a SHA-256; make one with:"
          + " espalier token";

  private static final String GOOD =
      "system: system.yaml\ntask_types: {a: {command: [\"true\"]}, b: {command: [\"true\"]}}\n";

  @TempDir private Path directory;

  @BeforeEach
  void writeSystem() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: two\ntick: 1 ms\nmachines: [{type: m, count: 2}]\n"
            + "pet: {samples: times.csv, step: 100 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,m,0.2\na,m,0.4\nb,m,0.3\nb,m,0.6\n");
  }

  private LiveSettings read(String text) throws IOException {
    return loaded(text).value();
  }

  /** The file read last, with another data directory. */
  private LiveSettings elsewhere() {
    return LiveFiles.read(
            directory.resolve("live.yaml"),
            PolicyRegistry.builtIn(),
            Optional.of(directory.resolve("other")))
        .value();
  }

  private List<String> notes(String text) throws IOException {
    return loaded(text).notes();
  }

  private Loaded<LiveSettings> loaded(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("live.yaml"), text);
    return LiveFiles.read(file, PolicyRegistry.builtIn());
  }

  private void assertProblems(String text, String... expected) {
    InvalidInputException refused =
        catchThrowableOfType(InvalidInputException.class, () -> read(text));
    List<String> told =
        refused.problems().stream()
            .map(problem -> problem.toString().replace(directory + "/", ""))
            .toList();
    assertThat(told).containsExactlyInAnyOrder(expected);
  }

  @Test
  void tasksAreWorthWhatTheirTypeSays() throws IOException {
    Commands commands = read(GOOD.replace("a: {", "a: {worth: 8, ")).scheduler().commands();

    assertThat(commands.terms("a").worth()).isEqualTo(8);
    assertThat(commands.terms("b").worth()).isEqualTo(1);
    assertThat(commands.terms("gone").worth()).isEqualTo(1);
    assertProblems(
        GOOD.replace("a: {", "a: {worth: 0, "),
        "live.yaml:2: task_types.a.worth: does not fit (value 0); expected a number from 1.0E-9 to"
            + " 1.0E9");
  }

  @Test
  void prioritiesAreNamesOfWorths() throws IOException {
    Commands commands = read(GOOD + "priorities: {high: 8, low: 0.5}\n").scheduler().commands();

    assertThat(commands.priorities()).isEqualTo(Map.of("high", 8.0, "low", 0.5));
    assertThat(read(GOOD).scheduler().commands().priorities()).isEmpty();
    assertProblems(
        GOOD + "priorities: {8: 1, low: -1, none: .nan, huge: 1e10}\n",
        "live.yaml:3: priorities.8: is a number, not a name (value 1); write a name, as in high: 8",
        "live.yaml:3: priorities.low: does not fit (value -1); expected a number from 1.0E-9 to"
            + " 1.0E9",
        "live.yaml:3: priorities.none: does not fit (value .nan); expected a number from 1.0E-9 to"
            + " 1.0E9",
        "live.yaml:3: priorities.huge: does not fit (value 1e10); expected a number from 1.0E-9 to"
            + " 1.0E9");
  }

  @Test
  void usersHaveQuotas() throws IOException {
    Files.writeString(
        directory.resolve("tokens.yaml"),
        "tokens: [{name: al, role: submit, sha256: %s}]\n".formatted("ab".repeat(32)));
    String tokens = GOOD + "http: {tokens: tokens.yaml}\n";
    Commands commands =
        read(tokens
                + "users:\n  default: {waiting: 5}\n"
                + "  al: {waiting: 100, rate: 90/min, machine_time: 2 h/d, weight: 2}\n")
            .scheduler()
            .commands();

    assertThat(commands.quota("al"))
        .isEqualTo(
            new Quota(
                100,
                1.5,
                Optional.of(new Quota.MachineTime(Duration.ofHours(2), Duration.ofDays(1))),
                2));
    assertThat(commands.quota("other").waiting()).isEqualTo(5);
    assertThat(read(tokens).scheduler().commands().quota("al")).isEqualTo(Quota.NONE);
    assertProblems(
        GOOD + "users: {al: {rate: 2 h/d, machine_time: 3/s, weight: 0, waits: 1}}\n",
        "live.yaml:3: users: users are not told apart; give them tokens, as http: {tokens:"
            + " tokens.yaml}",
        "live.yaml:3: users.al.rate: does not fit (value 2 h/d); expected tasks in a time, as 10/s"
            + " or 90/min",
        "live.yaml:3: users.al.machine_time: does not fit (value 3/s); expected a time in another,"
            + " as 2 h/d or 30 min/h",
        "live.yaml:3: users.al.weight: does not fit (value 0); expected a number from 0.001 to"
            + " 1000",
        "live.yaml:3: users.al.waits: unknown key; did you mean waiting?");
  }

  @Test
  void aPolicyThatDoesNotMindWorthIsTold() throws IOException {
    String told = "does not mind what tasks are worth; what task types, priorities and users say";

    for (String given : List.of("priorities: {high: 8}\n", "")) {
      String text = GOOD.replace("a: {", given.isEmpty() ? "a: {worth: 8, " : "a: {") + given;
      assertThat(notes(text + "policy: FCFS\n")).anyMatch(note -> note.contains(told));
      assertThat(notes(text + "policy: MM\n")).noneMatch(note -> note.contains(told));
      assertThat(notes(text + "policy: MM\nsettings: {weigh_worth: false}\n"))
          .anyMatch(note -> note.contains(told));
    }
    assertThat(notes(GOOD + "policy: FCFS\n")).noneMatch(note -> note.contains(told));
  }

  @Test
  void sharesAreAmongTheSettings() throws IOException {
    String misplaced = "at_least: {a: 30%}\ntype_thresholds: {a: 20%}\n";
    assertThatThrownBy(() -> read(GOOD + misplaced + "settings: {at_least: {c: 5%}}\n"))
        .hasMessageContaining("live.yaml:3: at_least: unknown key")
        .hasMessageContaining("live.yaml:4: type_thresholds: unknown key")
        .hasMessageContaining("live.yaml:5: settings.at_least.c: no task type of system two");
  }

  @Test
  void anUrgencyWithoutTimesAndOneThatThereIsNotAreTold() throws IOException {
    assertProblems(
        GOOD + "settings: {JIT.by_utility: true}\nurgencies: {soon: {}}\n",
        "live.yaml:4: urgencies.soon: says no time; write shares by time, as {30 s: 1, 2 min:"
            + " 0.5}");
    assertProblems(
        GOOD.replace("a: {", "a: {urgency: soon, "),
        "live.yaml:2: task_types.a.urgency: unknown word (value soon); leave it out: there is"
            + " none");
  }

  @Test
  void aTaskTypeMayHaveToBeCompleted() throws IOException {
    String must = GOOD.replace("a: {", "a: {must: complete, ");
    Commands commands = read(must).scheduler().commands();

    assertThat(commands.terms("a").must()).isTrue();
    assertThat(commands.terms("b").must()).isFalse();
    assertThat(commands.terms("gone").must()).isFalse();
    String told = "does not put first what must be completed";
    for (String policy : List.of("FCFS", "FCFS-P", "Max-Max-Util")) {
      assertThat(notes(must + "policy: " + policy + "\n"))
          .anyMatch(note -> note.contains("policy %s %s".formatted(policy, told)));
    }
    for (String policy : List.of("JIT", "PAM", "MM")) {
      assertThat(notes(must + "policy: " + policy + "\n")).noneMatch(note -> note.contains(told));
    }
    assertProblems(
        must.replace("a: {", "a: {urgency: soon, ")
            + "urgencies: {soon: {1 s: 1, 2 s: 0}}\nsettings: {JIT.by_utility: true}\n",
        "live.yaml:2: task_types.a.urgency: stands beside must: complete (value soon); leave one of"
            + " them out");
    assertProblems(
        must.replace("complete", "finish"),
        "live.yaml:2: task_types.a.must: unknown word (value finish); expected one of complete");
  }

  @Test
  void theLeastFileTakesAllDefaults() throws IOException {
    LiveSettings settings = read(GOOD);

    assertThat(settings.http().host()).isEqualTo("127.0.0.1");
    assertThat(settings.store()).isEqualTo(directory.resolve("data/espalier.db").toString());
    assertThat(settings.retention()).isEmpty();
    LocalSettings backend = (LocalSettings) settings.backend();
    assertThat(backend.machines()).containsOnlyKeys("m-0", "m-1");
    assertThat(backend.directory()).isEqualTo(directory.resolve("data/local"));
    assertThat(settings.scheduler().commands().terms("a").limits()).isEqualTo(LaunchLimits.NONE);
  }

  @Test
  void aForecastIsReadAtTheStart() throws IOException {
    Files.writeString(directory.resolve("day.csv"), "task_type,arrival_s,deadline_s\na,0.5,2\n");

    String settings =
        read(GOOD + "settings: {JIT.forecast: day.csv from 6 h}\n")
            .scheduler()
            .policies()
            .settings();

    assertThat(settings)
        .contains("\"JIT.forecast\":\"%s from 21600 s\"".formatted(directory.resolve("day.csv")));
  }

  @Test
  void whatIsNotReadOfAForecastIsTold() throws IOException {
    Files.writeString(
        directory.resolve("day.csv"), "task_type,arrival_s,deadline_s,worth\na,0.5,2,8\n");

    assertThat(notes(GOOD + "settings: {JIT.forecast: day.csv}\n"))
        .contains("forecast day.csv: not read: worth");
  }

  @Test
  void whatIsWrongWithAForecastIsTold() throws IOException {
    Files.writeString(
        directory.resolve("day.csv"), "task_type,arrival_s,deadline_s\nc,0.5,2\na,soon,2\n");

    assertProblems(
        GOOD + "settings: {JIT.forecast: day.csv, toggle: -1}\n",
        "live.yaml:3: settings.toggle: does not fit (value -1); expected always, never,"
            + " or a number from 0 on",
        "day.csv:2: task_type: unknown task type (value c); known: a, b",
        "day.csv:3: arrival_s: is not a time in seconds (value soon); expected a number of"
            + " whole ticks of 0.001 s");
  }

  @Test
  void whatCommandsWriteBesideTheStoreIsNotTakenForFilesOfRuns() throws IOException {
    Files.createDirectories(directory.resolve("data/runs"));

    assertThat(((LocalSettings) read(GOOD).backend()).directory())
        .isEqualTo(directory.resolve("data/local"));
  }

  @Test
  void taskTypesWithALimitOfCpusAreToldToTheBackEnd() throws IOException {
    LiveSettings settings =
        read(
            """
            system: system.yaml
            task_types:
              a: {command: ["true"], limits: {memory: 64 MiB}}
              b: {command: ["true"], limits: {cpus: 2}}
            """);

    Map<String, LaunchLimits> limits = ((LocalSettings) settings.backend()).taskLimits();
    assertThat(limits.get("a").cpus()).isEmpty();
    assertThat(limits.get("b").cpus()).contains(2);
    assertThat(((LocalSettings) elsewhere().backend()).directory())
        .isEqualTo(directory.resolve("other/local"));
  }

  private Retry retry(String text) throws IOException {
    return read("""
    system: system.yaml
    task_types:
      a: {command: ["true"], retry: %s}
      b: {command: ["true"]}
    """
            .formatted(text))
        .scheduler()
        .commands()
        .terms("a")
        .retry();
  }

  @Test
  void aRetryHasACountADelayAndCauses() throws IOException {
    assertThat(retry("true")).isEqualTo(Retry.WHENEVER_LOST);
    assertThat(retry("false")).isEqualTo(Retry.NEVER);
    assertThat(retry("{count: 3}"))
        .isEqualTo(new Retry(3, Duration.ZERO, Set.of(Retry.Cause.LOST)));
    assertThat(retry("{count: 3, delay: 10 s, on: [lost, failed]}"))
        .isEqualTo(
            new Retry(3, Duration.ofSeconds(10), Set.of(Retry.Cause.LOST, Retry.Cause.FAILED)));
    assertThat(retry("{count: 1, on: failed}").on()).containsExactly(Retry.Cause.FAILED);
  }

  @Test
  void whatIsWrongWithARetryIsTold() {
    assertProblems(
        """
        system: system.yaml
        task_types:
          a:
            command: ["true"]
            retry: {count: 0, delay: soon, on: [lost, evicted], backoff: 2}
          b: {command: ["true"], retry: thrice}
        """,
        "live.yaml:5: task_types.a.retry.count: does not fit (value 0); expected a whole number"
            + " from 1 to 1000",
        "live.yaml:5: task_types.a.retry.delay: does not fit (value soon); expected a duration"
            + " above 0: a number and one of ns, us, ms, s, min, h, d, for example 3.5 s",
        "live.yaml:5: task_types.a.retry.on[1]: unknown word (value evicted); expected one of lost,"
            + " failed",
        "live.yaml:5: task_types.a.retry.backoff: unknown key; known: count, delay, on",
        "live.yaml:6: task_types.b.retry: does not fit (value thrice); write true, false, or as in"
            + " {count: 3, delay: 10 s}");
  }

  @Test
  void containmentIsAWordOrAPath() throws IOException {
    assertThat(containment("")).isEqualTo(Containment.automatic());
    assertThat(containment("containment: auto\n")).isEqualTo(Containment.automatic());
    assertThat(containment("containment: none\n")).isEqualTo(new Containment.None());
    assertThat(containment("containment: /sys/fs/cgroup/tasks\n"))
        .isEqualTo(new Containment.Below(Path.of("/sys/fs/cgroup/tasks")));
    assertProblems(
        GOOD + "containment: docker\n",
        "live.yaml:3: containment: does not fit (value docker); expected auto, none, or the path"
            + " of a cgroup, as in /sys/fs/cgroup/espalier");
  }

  private Containment containment(String line) throws IOException {
    return ((LocalSettings) read(GOOD + line).backend()).containment();
  }

  @Test
  void aTaskMayBeLimitedInItsProcesses() throws IOException {
    LiveSettings settings =
        read(
            """
            system: system.yaml
            task_types:
              a: {command: ["true"], limits: {processes: 50}}
              b: {command: ["true"]}
            """);

    assertThat(settings.scheduler().commands().terms("a").limits().processes()).contains(50);
    assertThat(((LocalSettings) settings.backend()).taskLimits().get("a").processes()).isPresent();
  }

  @Test
  void theKindsOfBackEndsAreTold() throws IOException {
    assertThat(read(GOOD + "backend: local\n").backend()).isInstanceOf(LocalSettings.class);
    assertProblems(
        GOOD + "backend: lokal\n",
        "live.yaml:3: backend: unknown word (value lokal); expected one of local, agents, http,"
            + " simulated; did you mean local?");
  }

  @Test
  void ofABackEndThatIsNoneNothingMoreIsSaid() {
    assertProblems(
        "system: system.yaml\nbackend: simulatd\nseed: 3\nmachines: {m: {nice: 3}}\n",
        "live.yaml:2: backend: unknown word (value simulatd); expected one of local, agents, http,"
            + " simulated; did you mean simulated?");
  }

  @Test
  void pStatesThatNobodySetsAreRefused() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: two
        tick: 1 ms
        machine_types:
        - {name: m, p_states: [{power: 100 W}, {power: 50 W}]}
        - {name: n, p_states: [{power: 10 W}]}
        machines: [{type: m, count: 2}, {type: n, count: 1}]
        pet: times.pet.csv
        missing: cannot-run
        """);
    Files.writeString(
        directory.resolve("times.pet.csv"),
        "# tick 1 ms, step 10\ntask_type,machine_type,p_state,time_s,mass\n"
            + "a,m,0,0.1,1\na,m,1,0.2,1\na,n,0,0.2,1\nb,n,0,0.1,1\n");

    assertProblems(
        GOOD,
        "live.yaml:2: task_types.a.command: does not bring about the P-states of m; hand it the"
            + " name of its P-state as {p_state}, name P-states by frequencies that cpufreq sets,"
            + " as 3.4 GHz, on backend local, describe one P-state, or take backend: simulated");
    assertThat(read("system: system.yaml\nbackend: simulated\n").backend()).isNotNull();
  }

  /** Cpufreq sets those of this computer, and no server is on it. */
  @Test
  void aServerHasNoFrequencySet() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: one
        tick: 1 ms
        machine_types: [{name: m, p_states: [{name: 3.4 GHz}, {name: 1.2 GHz}]}]
        machines: [{type: m, count: 1}]
        pet: times.pet.csv
        """);
    Files.writeString(
        directory.resolve("times.pet.csv"),
        "# tick 1 ms, step 10\ntask_type,machine_type,p_state,time_s,mass\n"
            + "a,m,0,0.1,1\na,m,1,0.2,1\n");
    String server =
        "system: system.yaml\nmachines: {m: {url: \"http://h:80\"}}\n"
            + "task_types: {a: {request: {path: \"/a%s\"}}}\n";

    assertThatThrownBy(() -> read(server.formatted("")))
        .hasMessageContaining("task_types.a.request: does not bring about the P-states of m");
    assertThat(read(server.formatted("?at={p_state}"))).isNotNull();
  }

  @Test
  void aCommandIsToldItsPState() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: two
        tick: 1 ms
        machine_types:
        - {name: m, p_states: [{name: fast, power: 100 W}, {name: slow, power: 50 W}]}
        machines: [{type: m, count: 2}]
        pet: times.pet.csv
        """);
    Files.writeString(
        directory.resolve("times.pet.csv"),
        "# tick 1 ms, step 10\ntask_type,machine_type,p_state,time_s,mass\n"
            + "a,m,0,0.1,1\na,m,1,0.2,1\n");

    LiveSettings settings =
        read(
            """
            system: system.yaml
            task_types:
              a: {command: [encode, "--preset={p_state}", "{machine}"]}
            """);
    Submission submission = new Submission("a", Map.of(), Optional.empty());

    assertThat(settings.scheduler().commands().command(submission, "m-1", 1))
        .containsExactly("encode", "--preset=slow", "m-1");
  }

  @Test
  void aPolicyThatIsMeantForOtherRulesSaysSo() throws IOException {
    Path file = Files.writeString(directory.resolve("live.yaml"), GOOD + "policy: MaxRobust\n");

    assertThat(LiveFiles.read(file, PolicyRegistry.builtIn()).notes())
        .anyMatch(note -> note.startsWith("MaxRobust is meant for unbounded queues"));
  }

  @Test
  void simulatedMachinesNeedNoCommands() throws IOException {
    LiveSettings settings = read("system: system.yaml\nbackend: simulated\n");

    SimulatedSettings backend = (SimulatedSettings) settings.backend();
    assertThat(backend.seed()).isEqualTo(1);
    assertThat(backend.system().machines()).hasSize(2);
    assertThat(elsewhere().backend()).isEqualTo(backend);
    assertThat(elsewhere().store()).isEqualTo(directory.resolve("other/espalier.db").toString());
    Submission plain = new Submission("b", Map.of(), Optional.empty());
    Submission wordy = new Submission("b", Map.of("width", "3"), Optional.empty());
    Commands commands = settings.scheduler().commands();
    assertThat(commands.faults(plain, "")).isEmpty();
    assertThat(commands.command(plain, "m-0", 0)).isEmpty();
    assertThat(commands.faults(wordy, "")).hasSize(1);
  }

  @Test
  void simulatedMachinesTakeCommandsAndParametersAllTheSame() throws IOException {
    LiveSettings settings =
        read(
            """
            system: system.yaml
            backend: simulated
            seed: -3
            task_types:
              a: {command: [convert, "{width}"], parameters: {width: {integer: [1, 9]}}}
              b: {parameters: {width: {integer: [1, 9]}}}
            """);

    assertThat(((SimulatedSettings) settings.backend()).seed()).isEqualTo(-3);
    Submission good = new Submission("b", Map.of("width", "3"), Optional.empty());
    Submission bad = new Submission("b", Map.of("width", "30"), Optional.empty());
    Commands commands = settings.scheduler().commands();
    assertThat(commands.faults(good, "")).isEmpty();
    assertThat(commands.faults(bad, "")).hasSize(1);
    assertThat(
            commands.command(new Submission("a", Map.of("width", "3"), Optional.empty()), "m-0", 0))
        .containsExactly("convert", "3");
  }

  @Test
  void anEnergyFilterWithoutABudgetIsRefused() {
    assertProblems(
        GOOD + "settings: {energy_filter: adaptive}\n",
        "live.yaml:3: settings.energy_filter: energy_filter has no effect without energy_budget"
            + " (value adaptive); give a budget, or leave the filter out");
  }

  @Test
  void keysOfTheOtherBackEndAreRefused() {
    assertProblems(
        """
        system: system.yaml
        backend: simulated
        machines: {m: {nice: 3}}
        working_directory: nowhere
        task_types: {a: {command: []}, c: {}}
        """,
        "live.yaml:3: machines: is a key of back end local, and this is back end simulated; remove"
            + " it, or write backend: local",
        "live.yaml:4: working_directory: is a key of back end local, and this is back end"
            + " simulated (value nowhere); remove it, or write backend: local",
        "live.yaml:5: task_types.a.command: the command is empty; give at least a program; mend the"
            + " command",
        "live.yaml:5: task_types.c: is no task type of the system; known: a, b");
    assertProblems(
        GOOD + "seed: 3\n",
        "live.yaml:3: seed: is a key of back end simulated, and this is back end local (value 3);"
            + " remove it, or write backend: simulated");
  }

  @Test
  void machinesOnOtherComputersHaveAGate() throws IOException {
    LiveSettings settings =
        read(
            GOOD
                + "backend: agents\n"
                + "gate: {listen: \"[::1]:7401\", key: [new.key, old.key]}\n"
                + "machines: {m: {grace: 2 s}}\n"
                + "environment: {MODEL: large}\n");

    AgentsSettings backend = (AgentsSettings) settings.backend();
    assertThat(backend.host()).isEqualTo("::1");
    assertThat(backend.port()).isEqualTo(7401);
    assertThat(backend.keys())
        .containsExactly(directory.resolve("new.key"), directory.resolve("old.key"));
    assertThat(backend.workingDirectory()).as("that of each agent").isEmpty();
    assertThat(backend.environment()).as("the rest is of each agent").containsOnlyKeys("MODEL");
    assertThat(backend.machines().get("m-0").grace()).hasSeconds(2);
    assertThat(backend.machines().get("m-0").environment())
        .containsEntry("ESPALIER_MACHINE", "m-0");
    assertThat(((AgentsSettings) elsewhere().backend()).output())
        .isEqualTo(directory.resolve("other/agents/output"));
  }

  @Test
  void whatIsWrongWithAGateIsToldTogether() {
    assertProblems(
        GOOD + "backend: agents\ngate: {listen: here, port: 3}\nseed: 4\n",
        "live.yaml:4: gate.key: missing; add gate.key",
        "live.yaml:4: gate.listen: does not fit (value here); expected host and port, as in"
            + " 10.1.0.5:7401",
        "live.yaml:4: gate.port: unknown key; known: listen, key",
        "live.yaml:5: seed: is a key of back end simulated, and this is back end agents (value 4);"
            + " remove it, or write backend: simulated");
    assertProblems(
        GOOD + "gate: {listen: \"here:1\", key: k}\n",
        "live.yaml:3: gate: is a key of back end agents, and this is back end local; remove it, or"
            + " write backend: agents");
  }

  @Test
  void agentsAreStartedInJobsOfSlurm() throws IOException {
    writeTwoTypes();
    AgentsSettings backend =
        (AgentsSettings)
            read(SLURM
                    + "  cpu: {machines_per_job: 2, time: 12 h, options: [--mem=16G]}\n"
                    + "  gpu: {time: 5 min}\n"
                    + "  via: [ssh, login]\n"
                    + "scale: {gpu: {max: 1, idle: 90 s}}\n")
                .backend();

    SlurmSettings slurm = backend.slurm().orElseThrow();
    assertThat(slurm.via()).containsExactly("ssh", "login");
    assertThat(slurm.scale())
        .containsExactly(
            Map.entry("gpu", new Scale(0, 1, Duration.ofSeconds(90), Scale.By.BACKLOG)));
    assertThat(slurm.forecasts()).isEmpty();
    assertThat(slurm.key()).isEqualTo(directory.resolve("gate.key").toString());
    assertThat(slurm.groups())
        .containsExactly(
            new SlurmSettings.Group(
                "cpu", List.of("cpu-0", "cpu-1"), Duration.ofHours(12), List.of("--mem=16G")),
            new SlurmSettings.Group("gpu", List.of("gpu-0"), Duration.ofMinutes(5), List.of()),
            new SlurmSettings.Group("gpu", List.of("gpu-1"), Duration.ofMinutes(5), List.of()));
  }

  @Test
  void inJobsCpusAndGpusAreCounted() throws IOException {
    writeTwoTypes();
    String jobs = SLURM + "  gpu: {time: 5 min}\n";
    AgentsSettings backend =
        (AgentsSettings)
            read(jobs + "machines: {gpu: {cpus: 4, gpus: 1}, cpu: {cpus: 4, gpus: [1]}}\n")
                .backend();

    MachineLimits counted = backend.machines().get("gpu-1");
    assertThat(counted.cpus()).isEmpty();
    assertThat(counted.environment())
        .containsEntry("ESPALIER_CPUS", "4")
        .containsEntry("ESPALIER_GPUS", "1")
        .doesNotContainKey("CUDA_VISIBLE_DEVICES");
    MachineLimits named = backend.machines().get("cpu-1");
    assertThat(named.cpus()).as("as nobody starts its agent").isEqualTo("4");
    assertThat(named.environment()).containsEntry("CUDA_VISIBLE_DEVICES", "1");
    assertProblems(
        jobs + "machines: {gpu-1: {cpus: 0-3, gpus: [0, 1]}, cpu-0: {gpus: 1}}\n",
        "live.yaml:7: machines: names cpus of gpu-1, whose jobs of Slurm are given others each"
            + " time; say how many, as in cpus: 1",
        "live.yaml:7: machines: names gpus of gpu-1, whose jobs of Slurm are given others each"
            + " time; say how many, as in gpus: 1",
        "live.yaml:7: machines: says how many gpus cpu-0 has, which runs in no job of Slurm; name"
            + " them, as in gpus: [0]");
  }

  @Test
  void agentsMayBeStartedByForecast() throws IOException {
    writeTwoTypes();
    Files.writeString(
        directory.resolve("day.csv"), "task_type,arrival_s,deadline_s\nb,10,20\nb,4000,4010\n");
    AgentsSettings backend =
        (AgentsSettings)
            read(SLURM
                    + "  gpu: {time: 5 min}\n"
                    + "scale: {gpu: {by: forecast, forecast: day.csv}}\n")
                .backend();

    SlurmSettings slurm = backend.slurm().orElseThrow();
    assertThat(slurm.scale().get("gpu").by()).isEqualTo(Scale.By.FORECAST);
    assertThat(slurm.forecasts().get("gpu").expected(1, 0, 3_600_000)).isCloseTo(1, within(1e-9));
  }

  @Test
  void whatIsWrongWithJobsIsToldTogether() throws IOException {
    writeTwoTypes();

    assertProblems(
        SLURM
            + "  cpu: {time: 30 s, options: [--array=3, 7]}\n"
            + "  tpu: {time: 1 h}\n"
            + "  gpu: {x: 1}\n"
            + "scale: {xpu: {max: 2}, gpu: {by: forecast}}\n",
        "live.yaml:6: slurm.cpu.options: --array=3 is set by espalier; leave it out",
        "live.yaml:6: slurm.cpu.options: 7 is no option; leave it out",
        "live.yaml:6: slurm.cpu.time: is too short (value 30 s); give at least 2 min: the last of"
            + " them is for the end",
        "live.yaml:7: slurm.tpu: is no machine type; did you mean cpu?",
        "live.yaml:8: slurm.gpu.time: missing; add slurm.gpu.time",
        "live.yaml:8: slurm.gpu.x: unknown key; known: machines_per_job, time, options",
        "live.yaml:9: scale.xpu: is no machine type whose agents are started; describe it in"
            + " slurm",
        "live.yaml:9: scale.gpu.by: has no forecast (value forecast); name a file at forecast, as"
            + " the journal of a day");
    assertProblems(
        SLURM
            + "  gpu: {time: 1 h}\n"
            + "  cpu: {time: 1 h}\n"
            + "scale: {gpu: {forecast: no.csv}, cpu: {by: forecast, forecast: no.csv}}\n",
        "live.yaml:8: scale.gpu.forecast: is for by: forecast (value no.csv); leave it out",
        "no.csv: there is no such file, as named at live.yaml:8: scale.gpu; give the path of an"
            + " existing file",
        "no.csv: there is no such file, as named at live.yaml:8: scale.gpu; give the path of an"
            + " existing file");
  }

  private void writeTwoTypes() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: two
        tick: 1 ms
        machines: [{type: cpu, count: 2}, {type: gpu, count: 2}]
        pet: {samples: times.csv, step: 100 ms}
        missing: cannot-run
        """);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,cpu,0.2\na,gpu,0.1\nb,cpu,0.3\n");
  }

  @Test
  void eachMachineTypeMayHaveACommandOfItsOwn() throws IOException {
    writeTwoTypes();
    LiveSettings settings =
        read(
            """
            system: system.yaml
            task_types:
              a:
                command: {gpu: [nvenc, "{name}", "{cq}", "{machine}"], cpu: [x264, "{name}"]}
                parameters: {name: {text: any}, cq: {integer: [1, 51], default: 20}}
              b: {command: [b, "{machine_type}"]}
            """);

    Commands commands = settings.scheduler().commands();
    Submission named = new Submission("a", Map.of("name", "x"), Optional.empty());
    assertThat(commands.command(named, "gpu-1", 0)).containsExactly("nvenc", "x", "20", "gpu-1");
    assertThat(commands.command(named, "cpu-0", 0)).containsExactly("x264", "x");
    assertThat(commands.command(new Submission("b", Map.of(), Optional.empty()), "cpu-1", 0))
        .containsExactly("b", "cpu");
    assertThat(commands.faults(new Submission("a", Map.of(), Optional.empty()), "")).hasSize(1);
  }

  @Test
  void whatIsWrongWithCommandsByMachineTypeIsToldAtOnce() throws IOException {
    writeTwoTypes();

    assertProblems(
        """
        system: system.yaml
        task_types:
          a: {command: {cpu: ["x", "{no}"], tpu: ["y"]}}
          b:
            command: {cpu: ["z{"], gpu: ["z"]}
        """,
        "live.yaml:3: task_types.a.command: has no command for machine type gpu, which can run a;"
            + " add gpu: [...]",
        "live.yaml:3: task_types.a.command.tpu: is no machine type that can run a; did you mean"
            + " cpu?",
        "live.yaml:5: task_types.b.command.gpu: is no machine type that can run b; did you mean"
            + " cpu?",
        "live.yaml:5: task_types.b.command: cpu: argument 0 is 'z{' and has a brace alone; write {{"
            + " or }} for a brace; mend the command");
    assertProblems(
        """
        system: system.yaml
        task_types:
          a:
            command: {cpu: ["x", "{no}"], gpu: ["y"]}
            parameters: {idle: {integer: [1, 2]}}
          b: {command: [b]}
        """,
        "live.yaml:4: task_types.a.command: cpu: {no} is no parameter; describe it, or correct the"
            + " name (remove it); mend the command",
        "live.yaml:4: task_types.a.command: parameter idle stands in no command; mend the command");
  }

  @Test
  void aMachineHasVariablesOfItsOwn() throws IOException {
    writeTwoTypes();
    LiveSettings settings =
        read(
            """
            system: system.yaml
            environment: {MODEL: small, LANG: C}
            machines:
              gpu: {environment: {MODEL: large}}
              gpu-1: {gpus: [1, 3], nice: 3}
            task_types: {a: {command: ["true"]}, b: {command: ["true"]}}
            """);

    Map<String, MachineLimits> machines = ((LocalSettings) settings.backend()).machines();
    assertThat(machines.get("gpu-1").nice()).isEqualTo(3);
    assertThat(machines.get("gpu-1").environment())
        .isEqualTo(
            Map.of(
                "MODEL", "large",
                "CUDA_VISIBLE_DEVICES", "1,3",
                "ESPALIER_MACHINE", "gpu-1",
                "ESPALIER_MACHINE_TYPE", "gpu"));
    assertThat(machines.get("cpu-0").environment())
        .isEqualTo(Map.of("ESPALIER_MACHINE", "cpu-0", "ESPALIER_MACHINE_TYPE", "cpu"));
    assertProblems(
        """
        system: system.yaml
        environment: {ESPALIER_TASK: x, "A=B": y}
        machines: {gpu: {gpus: [0], environment: {CUDA_VISIBLE_DEVICES: "1", PATH: /opt}}}
        task_types: {a: {command: ["true"]}, b: {command: ["true"]}}
        """,
        "live.yaml:2: environment.ESPALIER_TASK: tells each command where it runs (value x); take"
            + " another name",
        "live.yaml:2: environment.A=B: is no name of a variable (value y); take one without '='",
        "live.yaml:3: machines.gpu.environment.PATH: is one for all machines (value /opt); give it"
            + " in environment of the file",
        "live.yaml:3: machines.gpu.gpus: stands beside CUDA_VISIBLE_DEVICES; leave one of them"
            + " out");
  }

  @Test
  void whereCommandsRunEachTaskTypeNeedsOne() {
    assertProblems(
        "system: system.yaml\ntask_types: {a: {output: discard}}\n",
        "live.yaml:2: task_types.a.command: missing; add task_types.a.command",
        "live.yaml:2: task_types: has no command for task type b of the system; add b: {command:"
            + " [...]}");
  }

  @Test
  void aTaskTypeHasLimitsOfItsOwn() throws IOException {
    String live =
        """
        system: system.yaml
        task_types:
          a: {command: ["true"], limits: {time: 10 s, memory: 64 MiB, cpus: 2}}
          b: {command: ["true"], limits: {cpus: %s}}
        """;

    LaunchLimits limits = read(live.formatted("1")).scheduler().commands().terms("a").limits();

    assertThat(limits.time()).contains(Duration.ofSeconds(10));
    assertThat(limits.memoryBytes()).hasValue(64L << 20);
    assertThat(limits.cpus()).hasValue(2);
    assertProblems(
        live.formatted("0"),
        "live.yaml:4: task_types.b.limits.cpus: does not fit (value 0); expected a whole number"
            + " from 1 to 100000");
  }

  @Test
  void unknownKeysAndWordsAreToldWithTheNearest() {
    assertProblems(
        GOOD + "retension: 3 d\nbackend: locl\nhttp: {prot: 80}\n",
        "live.yaml:5: http.prot: unknown key; did you mean port?",
        "live.yaml:4: backend: unknown word (value locl); expected one "
            + "of local, agents, http, simulated; did you mean local?",
        "live.yaml:3: retension: unknown key; did you mean retention?");
  }

  @Test
  void commandsAreHeldToTheTaskTypesOfTheSystem() {
    assertProblems(
        """
        system: system.yaml
        task_types:
          a: {command: "true"}
          c: {command: ["true"]}
        """,
        "live.yaml:3: task_types.a.command: does not fit (value true); " + "expected a list",
        "live.yaml:4: task_types.c: is no task type of the system; known: a, b",
        "live.yaml:3: task_types: has no command for task type b of the "
            + "system; add b: {command: [...]}");
  }

  @Test
  void parametersAreHeldToWhatTheyAre() {
    assertProblems(
        """
        system: system.yaml
        task_types:
          a:
            command: [echo, "{x}", "{z}"]
            parameters:
              x: {integer: [1]}
              y: {colour: red}
          b: {command: ["true"], output: keeep}
        """,
        "live.yaml:6: task_types.a.parameters.x.integer: does not fit; "
            + "expected [least, greatest], or []",
        "live.yaml:7: task_types.a.parameters.y.colour: unknown key; known: "
            + "default, text, integer, number, choice, file",
        "live.yaml:7: task_types.a.parameters.y: says no kind of parameter; "
            + "write one of text, integer, number, choice, file, as in {integer: [1, "
            + "100]}",
        "live.yaml:4: task_types.a.command: {z} is no parameter; describe it, "
            + "or correct the name (known: x); mend the command",
        "live.yaml:8: task_types.b.output: unknown word (value keeep); "
            + "expected one of keep, discard; did you mean keep?");
  }

  @Test
  void limitsAreToldAtTheirKeys() {
    assertProblems(
        GOOD
            + """
            machines:
              m-0: {cpus: 3-, nice: 20, memory: 1 MiB}
              n: {cpus: 0}
            """,
        "live.yaml:4: machines.m-0.nice: does not fit (value 20); expected a "
            + "whole number from 0 to 19",
        "live.yaml:4: machines.m-0.cpus: cpus is '3-'; expected numbers and "
            + "ranges as in 0-3,8 (value 3-); change it, or leave it out",
        "live.yaml:4: machines.m-0.memory: memory limit is 1048576 bytes; "
            + "expected at least 16777216, or 0 for none (value 1 MiB); change it, "
            + "or leave it out",
        "live.yaml:5: machines.n: is no machine and no machine type; known: " + "m-0, m-1, m");
  }

  @Test
  void anAddressForOthersNeedsTokensAndTls() throws IOException {
    Files.writeString(
        directory.resolve("tokens.yaml"),
        """
        tokens:
          - {name: ann, role: admin, sha256: abc}
          - {name: bob, role: read, sha256: abc}
          - {name: cid, role: read, sha256: abc, expires: soon}
        """);
    assertProblems(
        GOOD
            + """
            http:
              host: 0.0.0.0
              tokens: tokens.yaml
            """,
        "tokens.yaml:2: tokens[0].role: unknown word (value admin); "
            + "expected one of read, submit, operate",
        "tokens.yaml:2: tokens[0].sha256: " + NO_HASH,
        "tokens.yaml:3: tokens[1].sha256: " + NO_HASH,
        "tokens.yaml:4: tokens[2].sha256: " + NO_HASH,
        "tokens.yaml:4: tokens[2].expires: does not fit (value soon); "
            + "expected 2030-01-31 or 2030-01-31T12:00:00Z",
        "live.yaml:4: http.host: is not loopback, where nobody but this "
            + "computer's users comes (value 0.0.0.0); give tokens and tls, or "
            + "listen on 127.0.0.1");
  }

  @Test
  void filesAndDirectoriesMustBeThere() {
    assertProblems(
        GOOD + "working_directory: nowhere\nhttp: {tls: {certificate: c.pem, key: k.pem}}\n",
        "live.yaml:4: http.tls.certificate: no file that can be read (value "
            + "c.pem); give the path of a PEM file",
        "live.yaml:4: http.tls.key: no file that can be read (value k.pem); "
            + "give the path of a PEM file",
        "live.yaml:3: working_directory: is no directory (value nowhere); make "
            + "it, or name another");
  }

  @Test
  void aKeyThatAllUsersMayReadIsRefused() throws Exception {
    Files.writeString(directory.resolve("c.pem"), "certificate");
    Path key = Files.writeString(directory.resolve("k.pem"), "key");
    String tls = GOOD + "http: {tls: {certificate: c.pem, key: k.pem}}\n";
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertProblems(
        tls,
        "live.yaml:3: http.tls.key: can be read by all users of this computer (value k.pem); chmod"
            + " o-r k.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(read(tls).http().tls()).isPresent();
  }

  @Test
  void aBrokenSystemHidesNoOtherProblem() {
    assertProblems(
        "system: none.yaml\npolicy: PAM\nbatch_queue: 0\nhtp: {}\nhttp: {port: 99999}\n",
        "none.yaml: there is no such file, as named at live.yaml:1; give the path of an existing"
            + " file",
        "live.yaml:5: http.port: does not fit (value 99999); expected a whole "
            + "number from 0 to 65535",
        "live.yaml:3: batch_queue: does not fit (value 0); expected a whole "
            + "number from 1 to 1000000",
        "live.yaml:4: htp: unknown key; did you mean http?");
  }
}
