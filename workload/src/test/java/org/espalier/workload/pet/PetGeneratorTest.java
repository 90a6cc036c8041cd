package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PetGeneratorTest {
  private static final Duration TICK = Duration.ofNanos(10_000);
  private static final Duration UNIT = Duration.ofMillis(1);
  private static final Means MEANS =
      new Means(
          List.of("a", "b"), List.of("x", "y"), List.of(List.of(50.0, 100.0), List.of(70.0, 20.0)));

  @TempDir Path directory;

  private static PetSpec spec(long seed, double leastShape, double greatestShape, long step) {
    return spec(seed, 500, new TimeDistribution.Gamma(leastShape, greatestShape), step);
  }

  private static PetSpec spec(long seed, int samples, TimeDistribution times, long step) {
    return new PetSpec(TICK, UNIT, seed, samples, times, OptionalLong.of(step));
  }

  @Test
  void theSameSeedGivesTheSamePet() {
    PetSpec spec = PetSpec.of(TICK, UNIT, 7);
    Pmf cell = PetGenerator.generate(MEANS, spec).matrix().get(1, 0, 0);

    assertThat(PetGenerator.generate(MEANS, spec).matrix().get(1, 0, 0)).isEqualTo(cell);
    assertThat(PetGenerator.generate(MEANS, PetSpec.of(TICK, UNIT, 8)).matrix().get(1, 0, 0))
        .isNotEqualTo(cell);
  }

  /**
   * With shape 4 the standard deviation is half the mean; means of 500 samples lie within three
   * standard errors of 2.2 %.
   */
  @Test
  void cellsHaveTheMeanAndSpreadOfTheirGammaDistribution() {
    PetTable table = PetGenerator.generate(MEANS, spec(1, 4, 4, 200));

    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        Pmf pmf = table.matrix().get(i, j, 0);
        double mean = MEANS.get(i, j) * 100;
        assertThat(pmf.mean()).isCloseTo(mean, within(0.07 * mean));
        assertThat(pmf.standardDeviation()).isCloseTo(mean / 2, within(0.07 * mean));
      }
    }
    assertThat(table.matrix().step()).isEqualTo(200);
  }

  /** The median of lognormal times is their mean times exp(-sigma^2 / 2). */
  @Test
  void lognormalTimesHaveTheirMeanAndTheirTail() {
    PetTable table =
        PetGenerator.generate(MEANS, spec(1, 100_000, new TimeDistribution.LogNormal(0.8), 10));

    Pmf pmf = table.matrix().get(0, 1, 0);
    assertThat(pmf.mean()).isCloseTo(10_000, within(200.0));
    assertThat(pmf.cumulative(Math.round(10_000 * Math.exp(-0.32)))).isCloseTo(0.5, within(0.01));
  }

  /** A fifth takes five times as long: a short time is the mean over 0.8 + 0.2 * 5. */
  @Test
  void bimodalTimesAreShortOrLong() {
    PetTable table =
        PetGenerator.generate(MEANS, spec(1, 100_000, new TimeDistribution.Bimodal(0.2, 5), 10));

    Pmf pmf = table.matrix().get(0, 1, 0);
    double shortMean = 10_000 / 1.8;
    assertThat(pmf.mean()).isCloseTo(10_000, within(200.0));
    assertThat(pmf.cumulative(Math.round(2 * shortMean))).isCloseTo(0.8, within(0.01));
    assertThat(
            pmf.cumulative(Math.round(4 * shortMean)) - pmf.cumulative(Math.round(2 * shortMean)))
        .isLessThan(0.02);
  }

  @Test
  void aStepThatWouldFillTheMemoryIsRefused() {
    PetSpec fine =
        new PetSpec(Duration.ofNanos(1), UNIT, 1, 500, PetSpec.TIMES, OptionalLong.of(1));

    assertThatThrownBy(() -> PetGenerator.generate(MEANS, fine))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("use a longer step");
  }

  @Test
  void meansAreReadFromCsv() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("m.csv"), "# origin\ntask_type,x,y\na,50,100\nb,70,20\n");

    assertThat(Means.read(file, new Problems())).contains(MEANS);
  }

  @Test
  void badMeansAreTold() throws IOException {
    Problems problems = new Problems();
    Path file =
        Files.writeString(directory.resolve("m.csv"), "task_type,x,y\na,0,100\na,70,b\nc,1\n");

    assertThat(Means.read(file, problems)).isEmpty();
    assertThat(problems.listed())
        .extracting(p -> p.toString().replace(directory + "/", ""))
        .containsExactly(
            "m.csv:2: x: is not a mean (value 0); expected a number above 0",
            "m.csv:3: task_type: no name, or a second time (value a); rename the row",
            "m.csv:3: y: is not a mean (value b); expected a number above 0",
            "m.csv:4: y: line is cut short: it has 2 fields, this is number 3 (value c,1); complete"
                + " or remove the line");
  }
}
