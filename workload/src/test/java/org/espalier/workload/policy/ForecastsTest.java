package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forecasts as settings name them and files hold them. */
class ForecastsTest {
  private static final HcSystem SYSTEM = withTick(TinySystems.twoByTwo(), Duration.ofMillis(1));
  private static final List<Task> TASKS =
      List.of(new Task(0, 0, 5, 400), new Task(1, 1, 90, 500), new Task(2, 0, 90, 500));

  @TempDir private Path directory;
  private final Problems problems = new Problems();

  private static HcSystem withTick(HcSystem system, Duration tick) {
    return new HcSystem(
        system.name(),
        tick,
        system.taskTypes(),
        system.machineTypes(),
        system.machines(),
        system.pet());
  }

  private Optional<Forecast> read(Path file, HcSystem system) {
    return Forecasts.read(Forecast.named(file.toString()), file, system, problems)
        .map(Loaded::value);
  }

  private Path journal(HcSystem system, List<Task> tasks) throws IOException {
    Path file = directory.resolve("journal.jsonl");
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(
        new Journal.Began(
            0,
            system,
            PolicySettings.JOURNAL.rules(),
            "JIT",
            "",
            List.of(),
            List.of(),
            Optional.empty(),
            List.of()));
    for (Task task : tasks) {
      entries.add(new Journal.Arrived(task.arrival(), task));
    }
    Files.write(file, entries.stream().map(JournalFiles::line).toList());
    return file;
  }

  /** Each is what arrives, whatever it is written in. */
  @ParameterizedTest
  @ValueSource(strings = {"day.csv", "day.dat", "day.jsonl"})
  void filesOfEachKindTellTheSame(String name) throws IOException {
    HcSystem system = withTick(SYSTEM, Duration.ofNanos(10_000));
    Workload workload = new Workload("day", TASKS);
    Path file = directory.resolve(name);
    switch (name) {
      case "day.csv" -> WorkloadFiles.write(file, workload, system);
      case "day.dat" ->
          Files.writeString(file, "taskCount=3;\n0.05 0 4.00;\n0.90 1 5.00;\n0.90 0 5.00;\n");
      default -> Files.move(journal(system, TASKS), file);
    }

    assertThat(read(file, system))
        .as(problems.listed().toString())
        .contains(Forecast.of(file.toString(), workload, system.tick()));
  }

  /** A journal tells its types by name, in the order of its own system. */
  @Test
  void typesOfAJournalAreFoundByTheirNames() throws IOException {
    HcSystem reversed =
        new HcSystem(
            "other",
            SYSTEM.tick(),
            List.of(
                new TaskType(0, SYSTEM.taskTypes().get(1).name()),
                new TaskType(1, SYSTEM.taskTypes().get(0).name())),
            SYSTEM.machineTypes(),
            SYSTEM.machines(),
            SYSTEM.pet());
    Path file = journal(reversed, TASKS);

    List<Task> expected = new ArrayList<>();
    TASKS.forEach(t -> expected.add(new Task(t.id(), 1 - t.type(), t.arrival(), t.deadline())));
    assertThat(read(file, SYSTEM))
        .contains(Forecast.of(file.toString(), expected, 0, 91, SYSTEM.tick()));
  }

  @Test
  void typesThatTheSystemDoesNotKnowAreNamed() throws IOException {
    HcSystem other = TinySystems.oneByOne();
    Path journal = journal(SYSTEM, TASKS);
    Path csv = directory.resolve("day.csv");
    WorkloadFiles.write(csv, new Workload("day", TASKS), SYSTEM);

    assertThat(read(journal, withTick(other, SYSTEM.tick()))).isEmpty();
    assertThat(read(csv, withTick(other, SYSTEM.tick()))).isEmpty();

    String unknown = SYSTEM.taskTypes().get(1).name();
    assertThat(problems.listed())
        .hasSize(2)
        .allSatisfy(problem -> {
          assertThat(problem.value()).isEqualTo(unknown);
          assertThat(problem.message()).isEqualTo("unknown task type");
          assertThat(problem.remedy()).contains(other.taskTypes().getFirst().name());
        });
  }

  @Test
  void journalsThatTellTooLittleAreRefused() throws IOException {
    assertThat(read(journal(SYSTEM, List.of()), SYSTEM)).isEmpty();
    assertThat(read(journal(withTick(SYSTEM, Duration.ofSeconds(1)), TASKS), SYSTEM)).isEmpty();
    Path file = journal(SYSTEM, TASKS);
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(1, lines.size()));
    assertThat(read(file, SYSTEM)).isEmpty();

    assertThat(problems.listed())
        .extracting(problem -> problem.message())
        .containsExactly(
            "has no arrivals",
            "has another tick than system " + SYSTEM.name(),
            "has no entry began, so its task types have no names");
  }

  @ParameterizedTest
  @CsvSource({
    "none, none, 0",
    "day.csv, day.csv, 0",
    "my day.csv from 6 h, my day.csv, 21600",
    "from here.csv, from here.csv, 0",
    "another-day, another-day, 0"
  })
  void settingsNameThem(String text, String name, long seconds) {
    PolicySetting setting = setting();

    Forecast forecast = ForecastText.named(setting, text).orElseThrow();

    assertThat(setting.accepts(text)).isTrue();
    assertThat(forecast.name()).isEqualTo(name);
    assertThat(forecast.start()).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(ForecastText.isFile(forecast)).isEqualTo(name.endsWith(".csv"));
    String again = ForecastText.of(forecast);
    assertThat(ForecastText.named(setting, again)).contains(forecast);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "day.csv from 6", "day.csv from 6 parsecs"})
  void otherTextsDoNotFit(String text) {
    assertThat(setting().accepts(text)).isFalse();
  }

  private static PolicySetting setting() {
    return new PolicyVocabulary(PolicyRegistry.builtIn()).find("JIT.forecast").orElseThrow();
  }

  /** It is relative to the document, and read with it. */
  @Test
  void aDocumentNamesOneBesideIt() throws IOException {
    WorkloadFiles.write(directory.resolve("day.csv"), new Workload("day", TASKS), SYSTEM);
    PolicyProvider jit = PolicyRegistry.builtIn().find("JIT").orElseThrow().provider();

    PolicyChoice choice = choice("settings: {JIT.forecast: day.csv from 1 h}").orElseThrow();

    String file = directory.resolve("day.csv").toString();
    Forecast expected =
        Forecast.of(file, new Workload("day", TASKS), SYSTEM.tick())
            .startingAt(Duration.ofHours(1));
    assertThat(choice.settings().forPolicy(jit).parameters())
        .hasToString("{forecast=%s}".formatted(file))
        .isEqualTo(
            choice.settings().parametersOf("JIT").replacing(Forecast.class, named -> expected));
    assertThat(RecordedSettings.text(choice.settings(), PolicyRegistry.builtIn(), SYSTEM.tick()))
        .contains("\"JIT.forecast\":\"%s from 3600 s\"".formatted(file));
  }

  @Test
  void aDocumentWithoutWorkloadsHasNoOtherDay() {
    assertThat(choice("settings: {JIT.forecast: another-day}")).isEmpty();
    assertThat(choice("settings: {JIT.forecast: missing.csv}")).isEmpty();

    assertThat(problems.listed())
        .extracting(problem -> problem.message())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .isEqualTo(
                        "forecast another-day can only be had where workloads are generated"),
            second ->
                assertThat(second)
                    .startsWith("there is no such file, as named at")
                    .endsWith("live.yaml:1: settings.JIT.forecast"));
  }

  private Optional<PolicyChoice> choice(String text) {
    return PolicyChoice.read(
        Document.parse(text, directory.resolve("live.yaml"), problems).orElseThrow(),
        PolicyRegistry.builtIn(),
        SYSTEM);
  }
}
