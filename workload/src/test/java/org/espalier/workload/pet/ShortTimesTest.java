package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No time above zero becomes zero, and what a lattice changes is said. */
class ShortTimesTest {
  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<MeasuredPet> pet(OptionalLong step, double[]... seconds) {
    SampleTable table =
        new SampleTable(new SampleSettings(Duration.ofMillis(1), step, MissingCells.ERROR));
    for (int i = 0; i < seconds.length; i++) {
      for (double time : seconds[i]) {
        table.add("t" + i, "m", 0, time);
      }
    }
    return table.measured(problems.in(Path.of("s.csv")));
  }

  private static double[] times(int count, double... pattern) {
    return DoubleStream.iterate(0, i -> i + 1)
        .limit(count)
        .map(i -> pattern[(int) i % pattern.length])
        .toArray();
  }

  /** With one step it was 50 s, a 10,000th of the longest time. */
  @Test
  void shortJobsBesideLongOnesKeepTheirTimes() throws IOException {
    MeasuredPet measured =
        pet(OptionalLong.empty(), times(300, 5, 24, 14, 18), times(40, 299_000, 301_000, 500_000))
            .orElseThrow();
    PetMatrix pet = measured.table().matrix();

    assertThat(measured.notes()).isEmpty();
    assertThat(pet.get(0, 0, 0).earliest()).isEqualTo(5_000);
    assertThat(pet.get(0, 0, 0).mean()).isCloseTo(15_250, within(1e-6));
    assertThat(pet.get(1, 0, 0).step() / pet.get(0, 0, 0).step()).isGreaterThan(8);
    assertThat(pet.get(1, 0, 0).mean()).isCloseTo(364_950_000, within(3_649_500.0));

    Path file = directory.resolve("p.pet.csv");
    PetFiles.write(file, measured.table(), List.of("this, and that"));
    Loaded<PetTable> again = PetFiles.read(file, MissingCells.ERROR, problems).orElseThrow();
    assertThat(again.value().matrix()).isEqualTo(pet);
    assertThat(again.notes()).containsExactly("p.pet.csv: this, and that");
  }

  /** Points count from 0, since what is believed of a cell and what it learns begins there. */
  @Test
  void oneLongSampleOfOddTicksDoesNotKeepTheStepOfShortOnes() {
    PetMatrix pet =
        pet(OptionalLong.empty(), times(300, 0.005, 0.024), times(1, 300_000.001))
            .orElseThrow()
            .table()
            .matrix();

    assertThat(pet.get(1, 0, 0).latest() / pet.get(1, 0, 0).step()).isBetween(5_000L, 10_000L);
    assertThat(pet.get(1, 0, 0).mean()).isCloseTo(300_000_001, within(3e4));
    PetBelief exponential = new PetBelief(PetBelief.Kind.EXPONENTIAL, 1);
    assertThat(BelievedPets.of(pet, exponential, 1, 1).get(1, 0, 0).mean())
        .isCloseTo(3e8, within(3e6));
  }

  /** The width of their bins, 5 s, made 0 and 5 of them. */
  @Test
  void fourSamplesKeepTheirTimes() {
    Pmf times =
        pet(OptionalLong.empty(), times(4, 1, 5)).orElseThrow().table().matrix().get(0, 0, 0);

    assertThat(times.mean()).isCloseTo(3_000, within(1e-9));
    assertThat(times.earliest()).isEqualTo(1_000);
    assertThat(times.latest()).isEqualTo(5_000);
  }

  @Test
  void whereOneStepSuitsAllThereIsOne() {
    PetMatrix pet =
        pet(OptionalLong.empty(), times(500, 1.0, 1.2, 1.4, 1.6), times(500, 2, 4, 6, 8))
            .orElseThrow()
            .table()
            .matrix();

    assertThat(pet.step()).isEqualTo(pet.greatestStep()).isGreaterThan(10);
  }

  @Test
  void aStepThatIsWantedMakesNoZeroAndItsChangesAreSaid() {
    MeasuredPet measured =
        pet(OptionalLong.of(10_000), times(20, 1, 2), times(20, 20, 30)).orElseThrow();

    assertThat(measured.table().matrix().get(0, 0, 0)).isEqualTo(Pmf.at(10_000, 10_000));
    assertThat(measured.notes())
        .containsExactly(
            "a lattice of times changes the mean of 1 cell by more than 1 %: t0 on m (1.5 s becomes"
                + " 10 s); a finer step or tick changes less");
  }

  @Test
  void aTickThatIsTooCoarseIsRefusedWithOneThatIsNot() {
    assertThat(pet(OptionalLong.empty(), times(30, 0.0002, 0.00025), times(30, 1))).isEmpty();
    assertThat(problems.listed().stream().map(Problem::toString).collect(Collectors.joining()))
        .contains(
            "s.csv: execution times are too short for a tick of 1 ms: t0 on m (0.000225 s becomes"
                + " 0.001 s)")
        .contains("take a finer tick");
  }

  @Test
  void fewSamplesAndSomeFarFromTheRestAreSaid() {
    double[] warm = times(150, 0.013);
    warm[0] = 1.7;

    assertThat(pet(OptionalLong.empty(), times(4, 1, 2), warm).orElseThrow().notes())
        .containsExactly(
            "fewer than 20 samples in 1 cell: t0 on m (4); rare long times are missing there, so"
                + " that chances of success may be far off",
            "a few samples are 10 times the median or more in 1 cell: t1 on m (1 of 150, up to 1.7"
                + " s where 0.013 s is usual); they raise mean and deviation, so leave out what"
                + " will not come again, as first runs");
  }

  /** Cells of all lengths and shapes side by side, the right answer known from the samples. */
  @Test
  void meansAndDeviationsStayWithinOnePercent() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 40; trial++) {
      double[][] seconds = new double[1 + random.nextInt(5)][];
      for (int i = 0; i < seconds.length; i++) {
        double scale = Math.pow(10, random.nextDouble(0, 4));
        double spread = random.nextDouble(3);
        seconds[i] = new double[1 + random.nextInt(60)];
        for (int k = 0; k < seconds[i].length; k++) {
          seconds[i][k] = scale * Math.exp(spread * random.nextGaussian() / 2);
        }
      }
      PetMatrix pet = pet(OptionalLong.empty(), seconds).orElseThrow().table().matrix();
      for (int i = 0; i < seconds.length; i++) {
        double mean = DoubleStream.of(seconds[i]).average().orElseThrow() * 1e3;
        Pmf times = pet.get(i, 0, 0);
        assertThat(times.earliest()).isPositive();
        assertThat(times.step() % pet.step()).isZero();
        assertThat(times.mean()).isCloseTo(mean, within(0.0101 * mean));
      }
    }
  }

  @Test
  void beliefsAndFactorsMakeNoZero() {
    Pmf tenth = ScaledPet.of(Pmf.of(20, 20, 0.5, 0.25, 0.25), 0.1);
    assertThat(tenth.earliest()).isPositive();
    assertThat(tenth.mean()).isCloseTo(3.5, within(1e-9));
    assertThat(ScaledPet.of(Pmf.at(60, 20), 1.5).mean()).isEqualTo(90);
    assertThat(OnLattice.point(7, 20).earliest()).isPositive();
    assertThat(OnLattice.point(7, 20).mean()).isCloseTo(7, within(1e-9));
    assertThat(OnLattice.gamma(130, 130, 20).earliest()).isEqualTo(20);
    assertThat(OnLattice.gamma(130, 130, 20).mean()).isCloseTo(130, within(0.01));
  }

  /** Halves of 10 s end at 625 ms; the next finer step is a fifth of that, not 1 ms. */
  @Test
  void aSmallFactorMakesNoHistogramOfTicks() {
    Pmf small = ScaledPet.of(Pmf.of(10_000, 10_000, 0.5, 0.25, 0.25), 0.02);

    assertThat(small.step()).isEqualTo(125);
    assertThat(small.mean()).isCloseTo(350, within(1e-9));
  }
}
