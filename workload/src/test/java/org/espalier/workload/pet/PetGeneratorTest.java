package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PetGeneratorTest {
  private static final Duration TICK = Duration.ofNanos(10_000);
  private static final Duration UNIT = Duration.ofMillis(1);
  private static final double[][] MEANS = {{50, 100}, {70, 20}};

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Means read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("m.csv"), text);
    return Means.read(file, problems).orElseThrow();
  }

  private Optional<PetTable> generate(PetSpec spec) throws IOException {
    return generate("# origin\ntask_type,x,y\na,50,100\nb,70,20\n", spec);
  }

  private Optional<PetTable> generate(String means, PetSpec spec) throws IOException {
    return PetGenerator.generate(read(means), spec, problems.in(directory.resolve("m.csv")))
        .map(Loaded::value);
  }

  private static PetSpec spec(long seed, double leastShape, double greatestShape, long step) {
    return spec(seed, 500, new TimeDistribution.Gamma(leastShape, greatestShape), step);
  }

  private static PetSpec spec(long seed, int samples, TimeDistribution times, long step) {
    return new PetSpec(TICK, UNIT, seed, samples, times, OptionalLong.of(step));
  }

  @Test
  void theSameSeedGivesTheSamePet() throws IOException {
    PetSpec spec = new PetSpec(TICK, UNIT, 7, PetSpec.SAMPLES, PetSpec.TIMES, OptionalLong.empty());
    Pmf cell = generate(spec).orElseThrow().matrix().get(1, 0, 0);

    assertThat(generate(spec).orElseThrow().matrix().get(1, 0, 0)).isEqualTo(cell);
    assertThat(
            generate(
                    new PetSpec(
                        TICK, UNIT, 8, PetSpec.SAMPLES, PetSpec.TIMES, OptionalLong.empty()))
                .orElseThrow()
                .matrix()
                .get(1, 0, 0))
        .isNotEqualTo(cell);
  }

  /**
   * With shape 4 the standard deviation is half the mean; means of 500 samples lie within three
   * standard errors of 2.2 %.
   */
  @Test
  void cellsHaveTheMeanAndSpreadOfTheirGammaDistribution() throws IOException {
    PetTable table = generate(spec(1, 4, 4, 200)).orElseThrow();

    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        Pmf pmf = table.matrix().get(i, j, 0);
        double mean = MEANS[i][j] * 100;
        assertThat(pmf.mean()).isCloseTo(mean, within(0.07 * mean));
        assertThat(pmf.standardDeviation()).isCloseTo(mean / 2, within(0.07 * mean));
      }
    }
    assertThat(table.matrix().step()).isEqualTo(200);
  }

  /** The variance is the mean times the scale, which is in the unit of the means: 100 ticks. */
  @Test
  void gammaTimesMayHaveAScale() throws IOException {
    PetTable table =
        generate(spec(1, 100_000, new TimeDistribution.GammaByScale(2, 2), 10)).orElseThrow();

    Pmf pmf = table.matrix().get(0, 1, 0);
    assertThat(pmf.mean()).isCloseTo(10_000, within(50.0));
    assertThat(pmf.standardDeviation()).isCloseTo(Math.sqrt(10_000 * 200), within(20.0));
  }

  /** The median of lognormal times is their mean times exp(-sigma^2 / 2). */
  @Test
  void lognormalTimesHaveTheirMeanAndTheirTail() throws IOException {
    PetTable table =
        generate(spec(1, 100_000, new TimeDistribution.LogNormal(0.8), 10)).orElseThrow();

    Pmf pmf = table.matrix().get(0, 1, 0);
    assertThat(pmf.mean()).isCloseTo(10_000, within(200.0));
    assertThat(pmf.cumulative(Math.round(10_000 * Math.exp(-0.32)))).isCloseTo(0.5, within(0.01));
  }

  /** A fifth takes five times as long: a short time is the mean over 0.8 + 0.2 * 5. */
  @Test
  void bimodalTimesAreShortOrLong() throws IOException {
    PetTable table =
        generate(spec(1, 100_000, new TimeDistribution.Bimodal(0.2, 5), 10)).orElseThrow();

    Pmf pmf = table.matrix().get(0, 1, 0);
    double shortMean = 10_000 / 1.8;
    assertThat(pmf.mean()).isCloseTo(10_000, within(200.0));
    assertThat(pmf.cumulative(Math.round(2 * shortMean))).isCloseTo(0.8, within(0.01));
    assertThat(
            pmf.cumulative(Math.round(4 * shortMean)) - pmf.cumulative(Math.round(2 * shortMean)))
        .isLessThan(0.02);
  }

  @Test
  void aStepThatWouldFillTheMemoryIsRefused() throws IOException {
    PetSpec fine =
        new PetSpec(Duration.ofNanos(1), UNIT, 1, 500, PetSpec.TIMES, OptionalLong.of(1));

    assertThat(generate(fine)).isEmpty();
    assertThat(problems.listed().getFirst().remedy())
        .isEqualTo("use a longer step, or split task types by their times");
  }

  @Test
  void meansOfCellsGiveTheSamePetWhereTheyAreTheSame() throws IOException {
    PetSpec spec =
        new PetSpec(
            TICK, Duration.ofSeconds(1), 7, PetSpec.SAMPLES, PetSpec.TIMES, OptionalLong.empty());
    String cells = "a,x,0.05,0\na,y,0.1,\nb,x,0.07,0\nb,x,9,1\n";
    PetTable table =
        generate("task_type,machine_type,mean_execution_time_s,p_state\n" + cells, spec)
            .orElseThrow();

    assertThat(
            generate("task_type,x,y\na,0.05,0.1\nb,0.07,1\n", spec)
                .orElseThrow()
                .matrix()
                .get(1, 0, 0)
                .mean())
        .isEqualTo(table.matrix().get(1, 0, 0).mean());
    assertThat(table.matrix().canRun(1, 1)).isFalse();
  }

  @Test
  void theHeaderTellsWhichShapeMeansHave() throws IOException {
    Means wide = read("# origin\ntask_type,x,y\na,50,100\nb,70,20\n");
    assertThat(wide.areInSeconds()).isFalse();
    assertThat(wide.taskTypes()).containsExactly("a", "b");
    assertThat(wide.machineTypes()).containsExactly("x", "y");
    assertThat(wide.find(new Pair("b", "x"))).hasValue(70);

    Means cells = read("mean_execution_time_s,machine_type,task_type\n5,y,a\n6,x,b\n");
    assertThat(cells.areInSeconds()).isTrue();
    assertThat(cells.machineTypes()).containsExactly("y", "x");
    assertThat(cells.find(new Pair("b", "x"))).hasValue(6);
    assertThat(cells.find(new Pair("a", "x"))).isEmpty();
  }

  @Test
  void whatOfMeansIsNotReadIsTold() throws IOException {
    String head = "task_type,machine_type,mean_execution_time_s,p_state,deviation\n";
    Means means = read(head + "a,x,5,0,1\na,x,6,1,1\na,x,7,2,1\n");

    assertThat(means.find(new Pair("a", "x"))).hasValue(5);
    assertThat(means.notes())
        .containsExactly(
            "m.csv: not read: deviation", "m.csv: not read: 2 means of P-states other than 0");
  }

  @Test
  void headersThatAreNoneAreTold() throws IOException {
    for (String header : List.of("task_type", "task_type,x,x", "task_type,,x", "type,x")) {
      Path file = Files.writeString(directory.resolve("m.csv"), header + "\na,1,2\n");
      Problems own = new Problems();
      assertThat(Means.read(file, own)).isEmpty();
      assertThat(own.listed())
          .extracting(p -> p.message())
          .containsExactly("is no header of means");
    }
    Path file =
        Files.writeString(
            directory.resolve("m.csv"), "task_type,machine_type,mean_execution_time\na,x,1\n");
    assertThat(Means.read(file, problems)).isEmpty();
    assertThat(problems.listed().getFirst().remedy())
        .isEqualTo("rename column mean_execution_time");
  }

  @Test
  void badMeansAreTold() throws IOException {
    Path file =
        Files.writeString(directory.resolve("m.csv"), "task_type,x,y\na,0,100\na,70,b\nc,1\n");

    assertThat(Means.read(file, problems)).isEmpty();
    assertThat(problems.listed())
        .extracting(p -> p.toString().replace(directory + "/", ""))
        .containsExactly(
            "m.csv:2: x: is not a mean execution time (value 0); expected a number above 0 and up"
                + " to 1000000000000",
            "m.csv:3: task_type: no name, or a second time (value a); rename the row",
            "m.csv:3: y: is not a mean execution time (value b); expected a number above 0 and up"
                + " to 1000000000000",
            "m.csv:4: y: line is cut short: it has 2 fields, this is number 3 (value c,1); complete"
                + " or remove the line");
  }
}
