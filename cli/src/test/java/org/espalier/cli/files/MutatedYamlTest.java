package org.espalier.cli.files;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.files.MutatedInputsTest.Format;
import org.espalier.cli.files.MutatedInputsTest.Plain;
import org.espalier.cli.live.RequestLines;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Good documents, each changed in one place, are read as what they then say, or refused. What they
 * say is told by {@link Outline}, which knows indentation, a key and a value in a line, and units.
 */
final class MutatedYamlTest {
  @TempDir private Path directory;

  @BeforeEach
  void others() throws IOException {
    Files.writeString(
        directory.resolve("p.pet.csv"),
        """
        # tick 1 ms, step 125
        task_type,machine_type,time_s,mass
        encode,fast,0.125,1
        encode,slow,2,1
        """);
    Files.writeString(directory.resolve("whole.yaml"), SYSTEM_TEXT);
  }

  /** Reads documents as plainly as can be: a path and a value for each line. */
  private static final class Outline {
    private static final Map<String, String> UNITS =
        Map.ofEntries(
            Map.entry("ns", "1e-9"),
            Map.entry("us", "1e-6"),
            Map.entry("ms", "1e-3"),
            Map.entry("s", "1"),
            Map.entry("min", "60"),
            Map.entry("h", "3600"),
            Map.entry("d", "86400"),
            Map.entry("W", "1"),
            Map.entry("%", "0.01"),
            Map.entry("MiB", "1048576"));
    private static final Pattern LINE =
        Pattern.compile("( *)((?:- +)*)\"?([A-Za-z_]+)\"?:(?: +(.*?))? *");
    private static final Pattern QUANTITY =
        Pattern.compile("([-+]?[0-9.]+(?:[eE][-+]?[0-9]{1,3})?) ?([A-Za-z%]*)");

    private final List<String> entries = new ArrayList<>();
    private final List<String> path = new ArrayList<>();
    private final List<Integer> indents = new ArrayList<>();
    private final Set<String> defaults;

    private Outline(Set<String> defaults) {
      this.defaults = defaults;
    }

    static List<String> of(String text, String... defaults) {
      Outline outline = new Outline(Set.of(defaults));
      text.lines().forEach(outline::line);
      return outline.entries.stream().sorted().toList();
    }

    private void line(String line) {
      String text = line.replaceFirst("(^| )#.*", "");
      Matcher found = LINE.matcher(text);
      if (text.isBlank()) {
        return;
      }
      if (!found.matches()) {
        entries.add("? " + line);
        return;
      }
      int indent = found.group(1).length();
      while (!indents.isEmpty() && indents.getLast() >= indent) {
        indents.removeLast();
        path.removeLast();
      }
      if (!found.group(2).isEmpty()) {
        String list = String.join(".", path);
        long before = entries.stream().filter(entry -> entry.startsWith("[" + list)).count();
        entries.removeIf(entry -> entry.startsWith("[" + list));
        for (long i = 0; i <= before; i++) {
          entries.add("[" + list + "]" + i);
        }
        path.add(Long.toString(before));
        indents.add(indent);
        indent += found.group(2).length();
      }
      String value = found.group(4);
      path.add(found.group(3));
      indents.add(indent);
      if (value != null && !value.isBlank()) {
        add(String.join(".", path), value);
      }
    }

    /** A value; those that say nothing are left out. */
    private void add(String key, String value) {
      String said = key + " " + value(value);
      if (!defaults.contains(key.replaceAll("[0-9]+", "*") + " " + value(value))) {
        entries.add(said);
      }
    }

    static String value(String text) {
      String value = text.strip();
      value = value.matches("\"[^\"]*\"") ? value.substring(1, value.length() - 1) : value;
      Matcher quantity = QUANTITY.matcher(value);
      if (!quantity.matches()) {
        return value;
      }
      String factor = quantity.group(2).isEmpty() ? "1" : UNITS.get(quantity.group(2));
      try {
        return factor == null
            ? value
            : Plain.number(new BigDecimal(quantity.group(1)).multiply(new BigDecimal(factor)));
      } catch (NumberFormatException e) {
        return value;
      }
    }
  }

  /** What a reader found, in the words of {@link Outline}. */
  private static final class Found {
    private final StringBuilder text = new StringBuilder();

    Found say(String line, Object... values) {
      text.append(line.formatted(values)).append('\n');
      return this;
    }

    Found say(String key, Optional<?> value) {
      value.ifPresent(present -> say("%s: %s", key, present));
      return this;
    }

    List<String> entries(String... defaults) {
      return Outline.of(text.toString(), defaults);
    }
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toNanos(), 9).toPlainString() + " s";
  }

  private static final String SYSTEM_TEXT =
      """
      name: s
      tick: 1 ms
      machine_types:
        - name: fast
          price_per_hour: 0.5
          idle_power: 50 W
        - name: slow
          idle_power: 20 W
      machines:
        - type: fast
          count: 2
        - type: slow
          count: 3
      pet: p.pet.csv
      """;
  private static final String[] SYSTEM_DEFAULTS = {
    "machines.*.count 1", "machine_types.*.price_per_hour 0", "machine_types.*.idle_power 0"
  };

  private static final Format SYSTEM =
      new Format(
          "system.yaml",
          SYSTEM_TEXT,
          ":",
          (file, problems) ->
              SystemFiles.read(file, problems).map(loaded -> system(loaded.value())),
          text -> Outline.of(text, SYSTEM_DEFAULTS));

  private static List<String> system(HcSystem system) {
    Found found = new Found();
    found.say("name: %s", system.name()).say("tick: %s", seconds(system.tick()));
    found.say("machine_types:");
    for (MachineType type : system.machineTypes()) {
      found
          .say("  - name: %s", type.name())
          .say("    price_per_hour: %s", type.pricePerHour())
          .say("    idle_power: %s W", type.idleWatts());
    }
    found.say("machines:");
    List<String> types =
        system.machines().stream().map(Machine::type).map(MachineType::name).toList();
    for (int from = 0; from < types.size(); ) {
      int to = from;
      while (to < types.size() && types.get(to).equals(types.get(from))) {
        to++;
      }
      found.say("  - type: %s", types.get(from)).say("    count: %s", to - from);
      from = to;
    }
    return found.say("pet: p.pet.csv").entries(SYSTEM_DEFAULTS);
  }

  private static final String[] LIVE_DEFAULTS = {
    "policy JIT",
    "batch_queue 10000",
    "backend local",
    "data data",
    "task_types.encode.output keep",
    "machines.fast.nice 0",
    "machines.fast.memory 0",
    "machines.fast.grace 5",
    "http.port 7400",
    "http.connections 2000",
    "http.requests_per_second 0"
  };

  private static final Format LIVE =
      new Format(
          "live.yaml",
          """
          system: whole.yaml
          policy: MM
          data: other
          batch_queue: 500
          retention: 30 d
          task_types:
            encode:
              command: ["true"]
              output: discard
              limits:
                time: 10 s
                memory: 64 MiB
                cpus: 2
              retry:
                count: 3
                delay: 10 s
          machines:
            fast:
              nice: 10
              memory: 512 MiB
              grace: 7 s
          http:
            port: 7401
            connections: 300
            requests_per_second: 20
          """,
          ":",
          (file, problems) ->
              LiveFiles.read(file, PolicyRegistry.builtIn(), problems)
                  .map(loaded -> live(file, loaded.value())),
          text -> Outline.of(text, LIVE_DEFAULTS));

  private static List<String> live(Path file, LiveSettings live) {
    Found found = new Found();
    found
        .say("system: whole.yaml")
        .say("policy: %s", live.scheduler().policy())
        .say("data: %s", file.getParent().relativize(live.data()))
        .say("batch_queue: %s", live.scheduler().batchCapacity())
        .say("retention", live.retention().map(MutatedYamlTest::seconds))
        .say("task_types:")
        .say("  encode:")
        .say("    command: [\"true\"]")
        .say(
            "    output: %s",
            live.scheduler().commands().terms("encode").keepsOutput() ? "keep" : "discard");
    LaunchLimits limits = live.scheduler().commands().terms("encode").limits();
    found
        .say("    limits:")
        .say("      time", limits.time().map(MutatedYamlTest::seconds))
        .say("      memory", limits.memoryBytes())
        .say("      cpus", limits.cpus())
        .say("    retry:")
        .say("      count: %s", live.scheduler().commands().terms("encode").retry().count())
        .say(
            "      delay: %s",
            seconds(live.scheduler().commands().terms("encode").retry().delay()));
    if (live.backend() instanceof LocalSettings local) {
      MachineLimits machine = local.machines().get("fast-0");
      found
          .say("machines:")
          .say("  fast:")
          .say("    nice: %s", machine.nice())
          .say("    memory: %s", machine.memoryBytes())
          .say("    grace: %s", seconds(machine.grace()));
    }
    return found
        .say("http:")
        .say("  port: %s", live.http().port())
        .say("  connections: %s", live.http().limits().connections())
        .say("  requests_per_second: %s", live.http().limits().requestsPerSecond())
        .entries(LIVE_DEFAULTS);
  }

  private static final String[] STUDY_DEFAULTS = {
    "seed 1", "trials 30", "leave_out_first 100", "leave_out_last 100"
  };

  private static final Format STUDY =
      new Format(
          "study.yaml",
          """
          name: study
          system: whole.yaml
          seed: 7
          trials: 3
          leave_out_first: 5
          leave_out_last: 6
          axes:
            policy: [MM]
            arrival_intensity: [9k]
          """,
          ":",
          (file, problems) ->
              Experiment.load(file, List.of(), PolicyRegistry.builtIn(), problems)
                  .map(experiment -> study(experiment.study())),
          text -> Outline.of(text, STUDY_DEFAULTS));

  private static List<String> study(Study study) {
    Found found = new Found();
    found
        .say("name: %s", study.about().name())
        .say("system: whole.yaml")
        .say("seed: %s", study.plan().seed())
        .say("trials: %s", study.plan().trials())
        .say("leave_out_first: %s", study.plan().leftOut().first())
        .say("leave_out_last: %s", study.plan().leftOut().last())
        .say("axes:");
    study
        .comparison()
        .axes()
        .forEach(axis -> found.say("  %s: [%s]", axis.key(), String.join(", ", axis.values())));
    return found.entries(STUDY_DEFAULTS);
  }

  private static final String[] PLAN_DEFAULTS = {
    "seed 1",
    "runs.least 9",
    "runs.most 100",
    "runs.precision 0.02",
    "runs.time 300",
    "warm_up 1",
    "settle 0.2",
    "applications.*.limit 600"
  };

  private static final Format PLAN =
      new Format(
          "plan.yaml",
          """
          name: plan
          seed: 7
          runs:
            least: 3
            most: 20
            precision: 5 %
            time: 2 min
          warm_up: 2
          settle: 300 ms
          applications:
            - name: sort
              command: sort
              limit: 30 s
          """,
          ":",
          (file, problems) ->
              ProfilePlanReader.read(file, OptionalLong.empty(), problems)
                  .map(MutatedYamlTest::plan),
          text -> Outline.of(text, PLAN_DEFAULTS));

  private static List<String> plan(ProfilePlan plan) {
    Found found = new Found();
    found
        .say("name: %s", plan.about().name())
        .say("seed: %s", plan.seed())
        .say("runs:")
        .say("  least: %s", plan.repeats().rule().least())
        .say("  most: %s", plan.repeats().rule().most())
        .say("  precision: %s", plan.repeats().rule().precision())
        .say("  time: %s", seconds(plan.repeats().rule().time()))
        .say("warm_up: %s", plan.repeats().warmUps())
        .say("settle: %s", seconds(plan.repeats().settle()))
        .say("applications:");
    for (Application application : plan.applications()) {
      found
          .say("  - name: %s", application.name())
          .say("    command: %s", application.command().getLast())
          .say("    limit", application.around().limit().map(MutatedYamlTest::seconds));
    }
    return found.entries(PLAN_DEFAULTS);
  }

  private static final Format POWER =
      new Format(
          "w.power.csv",
          """
          task_type,machine_type,p_state,power_w
          encode,fast,0,130.5
          encode,fast,1,85
          encode,slow,0,60
          """,
          ",",
          (file, problems) ->
              PowerFiles.read(file, problems).map(Loaded::value).map(MutatedYamlTest::power),
          text ->
              Plain.rows(text, "task_type", "machine_type", "p_state", "power_w").stream()
                  .map(row ->
                      String.join(
                          " ",
                          row.get(0),
                          row.get(1),
                          row.get(2).isEmpty() ? "0" : Plain.number(row.get(2)),
                          Plain.number(row.get(3))))
                  .sorted()
                  .toList());

  private static List<String> power(PowerTable table) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < table.taskTypes().size(); i++) {
      for (int j = 0; j < table.machineTypes().size(); j++) {
        int pStates = table.matrix().canRun(i, j) ? table.matrix().pStates(j) : 0;
        for (int p = 0; p < pStates; p++) {
          all.add(
              "%s %s %s %s"
                  .formatted(
                      table.taskTypes().get(i),
                      table.machineTypes().get(j),
                      p,
                      Plain.number(table.matrix().get(i, j, p))));
        }
      }
    }
    return all.stream().sorted().toList();
  }

  private static final Format ETC =
      new Format(
          "t.etc",
          """
          machineCount=2;taskCount=1;
          machine=0;task=0;
          2\t0.25
          6\t0.75
          machine=1;task=0;
          4\t1
          """,
          "\t",
          (file, problems) ->
              EtcFiles.read(file, problems)
                  .filter(loaded -> loaded.notes().isEmpty())
                  .map(loaded -> masses(loaded.value().matrix())),
          MutatedYamlTest::masses);

  private static List<String> masses(PetMatrix matrix) {
    List<String> masses = new ArrayList<>();
    for (int j = 0; j < matrix.machineTypes(); j++) {
      for (int i = 0; i < matrix.taskTypes(); i++) {
        Pmf pmf = matrix.get(i, j, 0);
        masses.add("machine=%s;task=%s;".formatted(j, i));
        for (long t = pmf.earliest(); t <= pmf.latest(); t += pmf.step()) {
          double mass = pmf.cumulative(t) - pmf.cumulative(t - 1);
          if (mass > 0) {
            masses.add(Plain.number(t / 100.0) + " " + Plain.number(mass));
          }
        }
      }
    }
    return masses;
  }

  private static List<String> masses(String text) {
    return text.lines()
        .skip(1)
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(line -> line.split("\\s+"))
        .map(row ->
            row.length == 1
                ? row[0]
                : row.length == 2 ? Plain.number(row[0]) + " " + Plain.number(row[1]) : "?")
        .toList();
  }

  private static final Format REQUESTS =
      new Format(
          "r.jsonl",
          """
          {"type":"encode","deadline":"in 3 s","parameters":{"n":5,"q":0.5},"key":"a"}
          {"type":"encode","deadline":"2030-01-31T12:00:00Z","key":"b"}
          """,
          ":",
          (file, problems) -> {
            try {
              return Optional.of(
                  RequestLines.read(file).stream().map(MutatedYamlTest::json).toList());
            } catch (InvalidInputException e) {
              e.problems().forEach(problems::add);
              return Optional.empty();
            }
          },
          text -> text.lines().filter(line -> !line.isBlank()).map(MutatedYamlTest::json).toList());

  /** A line without the blanks around its parts, and with its numbers written one way. */
  private static String json(String line) {
    return Pattern.compile("(?<=[:\\[,])[-0-9][0-9.eE+-]*(?=[,}\\]])")
        .matcher(line.strip().replaceAll(" *([,:{}]) *(?=[\"{}0-9-]|$)", "$1"))
        .replaceAll(found -> Plain.number(found.group()));
  }

  @TestFactory
  Stream<DynamicTest> mutantsAreReadRightOrRefused() {
    return Stream.of(SYSTEM, LIVE, STUDY, PLAN, POWER, ETC, REQUESTS)
        .map(format ->
            DynamicTest.dynamicTest(
                format.name(), () -> MutatedInputsTest.check(directory, format)));
  }
}
