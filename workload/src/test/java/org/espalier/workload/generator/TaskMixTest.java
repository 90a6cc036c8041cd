package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;

/** Workloads whose types, rates and deadlines a document says. */
class TaskMixTest {
  private static final Duration DAY = Duration.ofDays(1);

  /** Three types of 1, 3 and 2 s. */
  private static final HcSystem SYSTEM =
      new PetTable(
              List.of("short", "long", "other"),
              List.of("m"),
              Duration.ofMillis(1),
              PetMatrix.of(
                  new Pmf[][] {{Pmf.at(1000, 100)}, {Pmf.at(3000, 100)}, {Pmf.at(2000, 100)}}))
          .system("s");

  private final Problems problems = new Problems();

  private Optional<TaskMix> read(String text) {
    DocumentNode node = Document.parse(text, Path.of("study.yaml"), problems).orElseThrow();
    Optional<TaskMix> mix = TaskMixReader.read(node);
    node.rejectUnknownKeys();
    return mix;
  }

  private static Workload generate(TaskMix mix, ArrivalPattern pattern, Duration duration) {
    double perDay = mix.areRates() ? mix.total() * DAY.toSeconds() : 50_000;
    return new WorkloadSpec(
            1,
            perDay,
            DAY,
            Duration.ofMillis(1),
            pattern,
            1,
            Optional.of(mix),
            Optional.of(duration))
        .generate(SYSTEM, 7, 1);
  }

  private static long count(Workload workload, int type) {
    return workload.tasks().stream().filter(task -> task.type() == type).count();
  }

  private static DoubleStream dueAfter(Workload workload, int type) {
    return workload.tasks().stream()
        .filter(task -> task.type() == type)
        .mapToDouble(task -> (task.deadline() - task.arrival()) / 1000.0);
  }

  /** Half of the sizes are below the median; the logarithms of 8 and 1/8 are 2.08 off. */
  @Test
  void aDrawnSizePicksTheRow() {
    TaskMix mix =
        read("""
        classify:
          rate: 10/s
          deadline: 200 ms
          worth: 3
          size: {lognormal: [64 kB, 2.0794415], classes: [8kB, 64 kB, 512 kB]}
        tokens: {rate: 5/s, size: {lognormal: [100, 0.1], classes: [1, 200]}}
        pages: {rate: 8/s, size: {uniform: [10, 50], classes: [5, 20, 40]}}
        same: {rate: 2/s, size: {fixed: 8 kB, classes: [1 kB, 8 kB, 1 MB]}}
        """)
            .orElseThrow();

    assertThat(mix.types().keySet())
        .containsExactly(
            "classify-to-8kB",
            "classify-to-64kB",
            "classify-to-512kB",
            "classify-over-512kB",
            "tokens-to-200",
            "pages-to-20",
            "pages-to-40",
            "pages-over-40",
            "same-to-8kB");
    double[] parts = {0.158655, 0.341345, 0.341345, 0.158655, 0.5, 0.2, 0.4, 0.2, 0.2};
    assertThat(mix.types().values().stream().mapToDouble(TaskMix.Load::amount).toArray())
        .containsExactly(DoubleStream.of(parts).map(part -> 10 * part).toArray(), within(1e-5));
    assertThat(mix.worths("classify-to-8kB")).containsOnlyKeys(3.0);
    assertThat(mix.deadline("classify-over-512kB")).isEqualTo(mix.deadline("classify-to-8kB"));
  }

  @Test
  void sizesThatAreNoneAreRefused() {
    read(
        """
        one: {rate: 1/s, size: {classes: [8 kB]}}
        two: {rate: 1/s, size: {lognormal: [much, 1], classes: [8 kB]}}
        three: {rate: 1/s, size: {lognormal: [8 kB, 1], classes: [8 kB, 1 kB]}}
        four: {rate: 1/s, size: {lognormal: [0, 1], classes: [8 kB], of: body}}
        five: {rate: 1/s, size: {uniform: [2 kB, 1 kB], classes: [8 kB]}}
        six: {rate: 1/s, size: {fixed: 2 kB, uniform: [2 kB, 4 kB], classes: [8 kB]}}
        seven: {rate: 1/s, size: {uniform: [2 kB], classes: [8 kB]}}
        """);

    assertThat(problems.listed().stream().map(Problem::toString))
        .hasSize(8)
        .anyMatch(text -> text.contains("one.size: says no size, or several"))
        .anyMatch(text -> text.contains("five.size: sizes from 2000.0 to 1000.0"))
        .anyMatch(text -> text.contains("six.size: says no size, or several"))
        .anyMatch(text -> text.contains("seven.size: uniform has 1 values; expected two"))
        .anyMatch(text -> text.contains("two.size: size \"much\"; expected a number"))
        .anyMatch(text -> text.contains("three.size: the classes are [8kB, 1kB]"))
        .anyMatch(text -> text.contains("four.size.of: unknown key"))
        .anyMatch(text -> text.contains("four.size"));
  }

  @Test
  void typesHaveTheirSharesAndDeadlines() {
    TaskMix mix =
        read("""
        short: {share: 0.8, deadline: 200 ms}
        long: {share: 0.2, deadline: {lognormal: [4 s, 0.3]}}
        """)
            .orElseThrow();
    Workload workload = generate(mix, new ArrivalPattern.Poisson(), DAY);

    assertThat((double) workload.size()).isCloseTo(50_000, within(5 * Math.sqrt(50_000)));
    assertThat(count(workload, 0) / (double) workload.size()).isCloseTo(0.8, within(0.01));
    assertThat(count(workload, 2)).isZero();
    assertThat(workload.tasks().getLast().arrival()).isLessThan(DAY.toMillis());
    assertThat(dueAfter(workload, 0)).containsOnly(0.2);
    double[] logs = dueAfter(workload, 1).map(Math::log).sorted().toArray();
    assertThat(Math.exp(logs[logs.length / 2])).isCloseTo(4, within(0.1));
    double mean = DoubleStream.of(logs).average().orElseThrow();
    double variance = DoubleStream.of(logs).map(x -> (x - mean) * (x - mean)).sum() / logs.length;
    assertThat(Math.sqrt(variance)).isCloseTo(0.3, within(0.01));
  }

  @Test
  void typesHaveTheirRates() {
    TaskMix mix =
        read("""
        short: {rate: 90/min, deadline: {times: 3}}
        long: {rate: 1800/h, deadline: {uniform: [2 s, 4 s]}}
        other: {rate: 0.25/s}
        """)
            .orElseThrow();
    Workload workload = generate(mix, ArrivalPattern.Steady.OF_SOURCES, Duration.ofHours(2));

    // With a variance of a tenth of the mean gap, in units of 1 ms, arrivals are almost regular.
    assertThat((double) count(workload, 0)).isCloseTo(2 * 5400, within(2.0));
    assertThat((double) count(workload, 1)).isCloseTo(2 * 1800, within(2.0));
    assertThat((double) count(workload, 2)).isCloseTo(2 * 900, within(2.0));
    assertThat(dueAfter(workload, 0)).containsOnly(3.0);
    assertThat(dueAfter(workload, 1).min().orElseThrow()).isBetween(2.0, 2.01);
    assertThat(dueAfter(workload, 1).max().orElseThrow()).isBetween(3.99, 4.0);
    assertThat(dueAfter(workload, 2)).containsOnly(4.0); // the mean of its type and that of all
  }

  @Test
  void tasksAreWorthWhatIsSaid() {
    TaskMix mix =
        read("""
        short: {share: 0.5, worth: {8: 0.1, 4: 0.3, 1: 0.6}}
        long: {share: 0.3, worth: 2.5}
        other: {share: 0.2}
        """)
            .orElseThrow();
    Workload workload = generate(mix, new ArrivalPattern.Poisson(), DAY);

    double shorts = count(workload, 0);
    assertThat(worth(workload, 0, 8) / shorts).isCloseTo(0.1, within(0.01));
    assertThat(worth(workload, 0, 4) / shorts).isCloseTo(0.3, within(0.01));
    assertThat(worth(workload, 0, 1) / shorts).isCloseTo(0.6, within(0.01));
    assertThat(worth(workload, 1, 2.5)).isEqualTo(count(workload, 1));
    assertThat(worth(workload, 2, 1)).isEqualTo(count(workload, 2));
    assertThat(read(YamlWriter.text(TaskMixReader.entries(mix)))).contains(mix);
  }

  private static long worth(Workload workload, int type, double worth) {
    return workload.tasks().stream()
        .filter(task -> task.type() == type && task.worth() == worth)
        .count();
  }

  @Test
  void whatIsWorthNothingIsRefused() {
    assertThat(
            read(
                """
                short: {share: 0.5, worth: {0: 0.5, 1: 0.5}}
                long: {share: 0.3, worth: {2: 0.5}}
                other: {share: 0.2, worth: -1}
                """))
        .isEmpty();
    assertThat(problems.listed()).hasSize(4);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    TaskMix rates =
        read("""
        short: {rate: 90/min, deadline: {times: 3}}
        'a b': {rate: 1/s, deadline: {uniform: [2 s, 4.5 s]}}
        """)
            .orElseThrow();
    TaskMix shares =
        read("{x: {share: 0.5, deadline: {lognormal: [1 s, 0]}}, y: {share: 0.5, deadline: 2 s}}")
            .orElseThrow();

    assertThat(read(YamlWriter.text(TaskMixReader.entries(rates)))).contains(rates);
    assertThat(read(YamlWriter.text(TaskMixReader.entries(shares)))).contains(shares);
    assertThat(problems.listed()).isEmpty();
  }

  @Test
  void allThatIsWrongIsSaidAtItsLine() {
    read(
        """
        a: {share: 0.5, rate: 2/s}
        b: {rate: fast}
        c: {share: 0.5, deadline: 0 s}
        d: {share: 0.5, deadline: {lognormal: [4 s]}}
        e: {share: 0.5, deadline: {uniform: [4 s, 2 s]}}
        f: {share: 0.5, deadline: {lognormal: [4 s, 1], times: 2}}
        g: {share: 2}
        h: {deadline: 1 s, weight: 3}
        """);

    assertThat(problems.listed().stream().map(Problem::line).distinct().sorted())
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void sharesComeToOneAndDoNotMixWithRates() {
    assertThat(read("{a: {share: 0.5}, b: {share: 0.4}}")).isEmpty();
    assertThat(read("{a: {share: 0.5}, b: {rate: 1/s}}")).isEmpty();
    assertThat(problems.listed().stream().map(Problem::message))
        .containsExactly("shares come to 0.9000", "has shares and rates");
    assertThat(read("{a: {share: 0.333}, b: {share: 0.333}, c: {share: 0.333}}")).isPresent();
  }

  @Test
  void typesThatTheSystemLacksAreNamed() {
    WorkloadSpec spec =
        new WorkloadSpec(
            1,
            1,
            DAY,
            DAY,
            new ArrivalPattern.Poisson(),
            1,
            read("{shrt: {share: 1}}"),
            Optional.empty());

    assertThat(spec.problem(SYSTEM)).get().asString().contains("shrt", "did you mean short?");
  }

  /** Over 30 days each hour of a day has its part of the tasks. */
  @Test
  void hoursHaveTheirRates() {
    SplittableRandom random = new SplittableRandom(5);
    List<Double> rates = random.doubles(24).map(rate -> rate < 0.2 ? 0 : rate).boxed().toList();
    double sum = rates.stream().mapToDouble(rate -> rate).sum();
    TaskMix mix = read("{short: {rate: 0.1/s}}").orElseThrow();
    Workload workload =
        generate(mix, new ArrivalPattern.Cyclic(Cycle.hourly(rates)), Duration.ofDays(30));

    long[] counts = new long[24];
    for (Task task : workload.tasks()) {
      counts[(int) (task.arrival() / 3_600_000 % 24)]++;
    }
    for (int hour = 0; hour < 24; hour++) {
      double expected = 0.1 * DAY.toSeconds() * 30 * rates.get(hour) / sum;
      assertThat((double) counts[hour]).isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }
  }

  @Test
  void daysAndWeeksRiseAndFall() {
    List<Double> day = ArrivalPattern.Cyclic.diurnal(0.5).rates().values();
    List<Double> week = ArrivalPattern.Cyclic.weekly(0.5).rates().values();

    assertThat(day.stream().mapToDouble(rate -> rate).average()).hasValue(1);
    assertThat(day.indexOf(day.stream().max(Double::compare).orElseThrow())).isBetween(5, 6);
    assertThat(week.subList(0, 24)).isEqualTo(day);
    assertThat(week.subList(144, 168)).isEqualTo(day.stream().map(rate -> rate / 2).toList());
  }

  /** Bursts have twenty times the rate; all types are in them at once. */
  @Test
  void burstsAreSharedByAllTypes() {
    ArrivalPattern bursts = new ArrivalPattern.Bursty(100, 0.3, 20);
    TaskMix mix = read("{short: {rate: 2/s}, long: {rate: 2/s}}").orElseThrow();
    Workload workload = generate(mix, bursts, DAY);

    // Cycles take 864 s in the mean: counts of both types in windows of 60 s go together.
    double[][] counts = new double[2][1440];
    workload.tasks().forEach(task -> counts[task.type()][(int) (task.arrival() / 60_000)]++);
    assertThat(correlation(counts[0], counts[1])).isGreaterThan(0.9);
    assertThat((double) workload.size()).isCloseTo(4 * 86_400, within(0.4 * 4 * 86_400));
  }

  private static double correlation(double[] x, double[] y) {
    double meanX = DoubleStream.of(x).average().orElseThrow();
    double meanY = DoubleStream.of(y).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - meanX) * (y[i] - meanY);
      xx += (x[i] - meanX) * (x[i] - meanX);
      yy += (y[i] - meanY) * (y[i] - meanY);
    }
    return xy / Math.sqrt(xx * yy);
  }
}
