package org.espalier.workload.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.environment.Environment.Level;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentTest {
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");

  @TempDir Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("mine.yaml"), text);
  }

  private static double share(String priority, String urgency) {
    return IntStream.range(0, SOURCE.parts())
            .mapToObj(SOURCE::level)
            .filter(level -> level.priority().equals(priority) && level.urgency().equals(urgency))
            .count()
        / (double) SOURCE.parts();
  }

  @Test
  void sharesAreThoseOfTheSource() throws IOException {
    int cells = 0;
    for (String line : lines()) {
      String[] fields = line.split(",");
      assertThat(share(fields[0], fields[1]))
          .as(line)
          .isCloseTo(Double.parseDouble(fields[2]), within(1e-12));
      cells++;
    }
    assertThat(cells).isEqualTo(16);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SOURCE.level(SOURCE.parts()))
        .withMessageContaining("10000");
  }

  private static String[] lines() throws IOException {
    try (InputStream in =
        EnvironmentTest.class.getResourceAsStream("/vectors-ue/joint-probability.csv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.substring(text.indexOf('\n') + 1).strip().split("\n");
    }
  }

  /** The classes of chapter 4 lie in five equal steps around the ring of those of chapter 2. */
  @Test
  void twentyClassesAreInterpolatedBetweenFour() {
    List<UtilityClass> four = SOURCE.classes();
    List<UtilityClass> twenty = EnvironmentReader.source("chapter-4").classes();

    assertThat(twenty).hasSize(20);
    for (int i = 0; i < twenty.size(); i++) {
      List<UtilityClass.Interval> from = four.get(i / 5).intervals();
      List<UtilityClass.Interval> to = four.get((i / 5 + 1) % 4).intervals();
      List<UtilityClass.Interval> found = twenty.get(i).intervals();
      double share = i % 5 / 5.0;
      for (int k = 0; k < from.size(); k++) {
        UtilityClass.Interval a = from.get(k);
        UtilityClass.Interval b = to.get(k);
        assertThat(found.get(k))
            .usingRecursiveComparison()
            .withComparatorForType(near(), Double.class)
            .isEqualTo(
                new UtilityClass.Interval(
                    a.offsetMinutes() + (b.offsetMinutes() - a.offsetMinutes()) * share,
                    a.share() + (b.share() - a.share()) * share,
                    a.decayModifier() + (b.decayModifier() - a.decayModifier()) * share));
      }
    }
  }

  private static Comparator<Double> near() {
    return (a, b) -> Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b);
  }

  @Test
  void oneOfAUsersOwnLeavesTheRestToTheSource() throws IOException {
    Path file =
        file(
            """
            priorities: {gold: 5, iron: 1}
            levels:
              gold: {high: 1}
              iron: {low: 3}
            worth_by_hour: {"00:00-12:00": 1, "12:00-24:00": 0.5}
            """);
    String text = EnvironmentReader.text(file, new Problems()).orElseThrow();
    Environment read = EnvironmentReader.find(text).orElseThrow();

    assertThat(read.priorities()).containsEntry("gold", 5.0).containsEntry("iron", 1.0).hasSize(2);
    assertThat(read.levels())
        .containsExactly(new Level("gold", "high", 1), new Level("iron", "low", 3));
    assertThat(read.urgencies()).isEqualTo(SOURCE.urgencies());
    assertThat(read.classes()).isEqualTo(SOURCE.classes());
    assertThat(read.bursts()).isEqualTo(SOURCE.bursts());
  }

  /** Worth changes over the day, and arrivals do not. */
  @Test
  void worthMayChangeByTheHour() throws IOException {
    Path file = file("worth_by_hour: {\"00:00-06:00\": 3, \"06:00-24:00\": 1}\n");
    Environment changing =
        EnvironmentReader.text(file, new Problems()).flatMap(EnvironmentReader::find).orElseThrow();
    DaySpec spec = DaySpec.of(15_000);
    var system = SystemGenerator.generate(SystemSpec.of("days"), 1);
    List<Task> plain = spec.generate(system, 1, 1).tasks();
    List<Task> found =
        new DaySpec(15_000, spec.warmUp(), spec.longestGap(), changing)
            .generate(system, 1, 1)
            .tasks();

    assertThat(found).hasSameSizeAs(plain);
    for (int i = 0; i < plain.size(); i++) {
      Task task = found.get(i);
      long hour = task.arrival() / 3_600_000 % 24;
      double factor = hour < 6 ? 3 : 1;
      assertThat(priority(task)).isEqualTo(factor * priority(plain.get(i)));
      assertThat(task.arrival()).isEqualTo(plain.get(i).arrival());
    }
    assertThat(found.stream().map(EnvironmentTest::priority).collect(Collectors.toSet()))
        .isEqualTo(new TreeSet<>(List.of(1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 24.0)));
  }

  private static double priority(Task task) {
    return ((DecayingUtility) task.utility()).priority();
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    Path file =
        file(
            """
            priorities: {critical: -8, high: 4}
            urgencies:
              extreme: {decay: x}
            classes:
              A: {0: [1, 1], 5: [1.2, 1]}
            arrivals:
              variance: 0.1
              waves: {cycles: [9, 2], amplitude: [0.25, 1.9]}
              baselines: {last: [180, 300 min], rate: [0.5]}
            wroth_by_hour: {"00:00-24:00": 1}
            """);
    Problems problems = new Problems();

    assertThat(EnvironmentReader.text(file, problems)).isEmpty();
    assertThat(problems.listed().stream().map(Problem::toString))
        .anySatisfy(p -> assertThat(p).contains(":1: priorities.critical", "from 1.0E-9"))
        .anySatisfy(p -> assertThat(p).contains(":3: urgencies.extreme.decay", "x"))
        .anySatisfy(p -> assertThat(p).contains(":3: urgencies.extreme.stays", "missing"))
        .anySatisfy(p -> assertThat(p).contains(":5: classes.A", "share 1.2 at 5.0 min"))
        .anySatisfy(p -> assertThat(p).contains(":8: arrivals.waves.cycles", "above its end"))
        .anySatisfy(p -> assertThat(p).contains(":8: arrivals.waves.amplitude[1]", "to 0.99"))
        .anySatisfy(p -> assertThat(p).contains(":9: arrivals.baselines.last[0]", "180"))
        .anySatisfy(p -> assertThat(p).contains(":9: arrivals.baselines.rate", "expected two"))
        .anySatisfy(p -> assertThat(p).contains("arrivals.bursts", "missing"))
        .anySatisfy(p -> assertThat(p).contains(":10: wroth_by_hour", "worth_by_hour"))
        .anySatisfy(p -> assertThat(p).contains("levels", "of chapter-2 have medium"))
        .allSatisfy(p -> assertThat(p).contains("mine.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "chapter-1", "{priorities: {a: 1}}", "{", "[1]", "{levels: 3}"})
  void aTextThatSaysNone(String text) {
    assertThat(EnvironmentReader.find(text)).isEmpty();
  }
}
