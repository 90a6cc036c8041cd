package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.pmf.PmfAssert.assertPmf;
import static org.espalier.core.pmf.PmfAssert.byTime;
import static org.espalier.core.pmf.PmfGenerators.pmfs;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** PMFs against a map from time to mass. */
class PmfPropertyTest {
  private static final int EXAMPLES = 3_000;

  private record AtTime(Pmf pmf, long time) {
    @Override
    public String toString() {
      return "%s step %d at %d".formatted(byTime(pmf), pmf.step(), time);
    }
  }

  /** A PMF and a time before, between, on or after its points. */
  private static Gen<AtTime> atTimes() {
    return random -> {
      Pmf pmf = pmfs().generate(random);
      long reach = pmf.latest() - pmf.origin() + 2 * pmf.step();
      return new AtTime(pmf, pmf.origin() - pmf.step() - 1 + draw(random, 0, reach + pmf.step()));
    };
  }

  private static double sum(Pmf pmf, LongPredicate counted) {
    double sum = 0;
    for (Map.Entry<Long, Double> entry : byTime(pmf).entrySet()) {
      sum += counted.test(entry.getKey()) ? entry.getValue() : 0;
    }
    return sum;
  }

  @Test
  void isSoundHoweverItIsMade() {
    theory().withExamples(EXAMPLES).forAll(pmfs()).checkAssert(pmf -> assertPmf(pmf).isSound());
  }

  @Test
  void cumulativeAndSurvivalAddUpMasses() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(atTimes())
        .checkAssert(at -> {
          double before = sum(at.pmf(), time -> time <= at.time());
          assertThat(at.pmf().cumulative(at.time())).isCloseTo(before, within(1e-12));
          assertThat(at.pmf().survival(at.time())).isCloseTo(1 - before, within(1e-9));
        });
  }

  @Test
  void meanAndVarianceAreThoseOfTheMasses() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(pmfs())
        .checkAssert(pmf -> {
          double mean = 0;
          for (var entry : byTime(pmf).entrySet()) {
            mean += entry.getKey() * entry.getValue();
          }
          double variance = 0;
          for (var entry : byTime(pmf).entrySet()) {
            variance += Math.pow(entry.getKey() - mean, 2) * entry.getValue();
          }
          assertThat(pmf.mean()).isCloseTo(mean, within(1e-8));
          assertThat(pmf.variance()).isCloseTo(variance, within(1e-6 * (1 + variance)));
        });
  }

  @Test
  void laterIsTheConditionalDistribution() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(atTimes())
        .checkAssert(at -> {
          Pmf later = at.pmf().later(at.time());
          double rest = sum(at.pmf(), time -> time > at.time());
          Map<Long, Double> expected = new TreeMap<>();
          byTime(at.pmf()).forEach((t, mass) -> expected.put(t, t > at.time() ? mass / rest : 0));
          assertPmf(later).isSound();
          assertThat(later.earliest()).isGreaterThan(at.time());
          if (rest == 0) {
            assertThat(later).isEqualTo(Pmf.at(at.time() + at.pmf().step(), at.pmf().step()));
          } else {
            expected.forEach((t, mass) ->
                assertThat(byTime(later).getOrDefault(t, 0.0)).isCloseTo(mass, within(1e-9)));
          }
        });
  }

  @Test
  void cutAtMovesWhatIsLaterToTheDeadlineRoundedUp() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(atTimes())
        .checkAssert(at -> {
          Pmf cut = at.pmf().cutAt(at.time());
          long up = at.time();
          while (Math.floorMod(up - at.pmf().origin(), at.pmf().step()) != 0) {
            up++;
          }
          long rounded = up;
          Map<Long, Double> expected = new TreeMap<>();
          byTime(at.pmf())
              .forEach((t, mass) -> expected.merge(Math.min(t, rounded), mass, Double::sum));
          assertPmf(cut).isSound();
          assertThat(byTime(cut).keySet()).isEqualTo(expected.keySet());
          expected.forEach(
              (t, mass) -> assertThat(byTime(cut).get(t)).isCloseTo(mass, within(1e-9)));
        });
  }

  @Test
  void quantileIsTheFirstTimeWhoseCumulativeExceedsTheLevel() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(pmfs(), random -> draw(random, 0, 999_999) / 1e6)
        .checkAssert((pmf, level) -> {
          long time = pmf.quantile(level);
          assertThat(pmf.cumulative(time)).isGreaterThan(level);
          assertThat(pmf.cumulative(time - 1)).isLessThanOrEqualTo(level);
        });
  }

  @Test
  void aLevelThatIsACumulativeSumGivesTheNextTimeWithMass() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(pmfs().assuming(pmf -> pmf.impulses() > 1))
        .checkAssert(pmf -> {
          double level = pmf.cumulative(pmf.earliest());
          long second = byTime(pmf).keySet().stream().skip(1).findFirst().orElseThrow();
          assertThat(pmf.quantile(level)).isGreaterThanOrEqualTo(second);
        });
  }

  @Test
  void plusIsTheDistributionOfTheSum() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(PmfGenerators.situations())
        .checkAssert(s -> {
          Map<Long, Double> expected = new TreeMap<>();
          byTime(s.ready())
              .forEach((a, p) ->
                  byTime(s.execution())
                      .forEach((b, q) -> expected.merge(a + b, p * q, Double::sum)));
          Pmf sum = s.ready().plus(s.execution());
          assertPmf(sum).isSound();
          expected.forEach((t, mass) ->
              assertThat(byTime(sum).getOrDefault(t, 0.0)).isCloseTo(mass, within(1e-12)));
          assertPmf(s.execution().plus(s.ready())).isCloseTo(sum, 1e-12);
        });
  }

  @Test
  void shiftingMovesEverythingAlsoWhatIsRemembered() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(atTimes())
        .checkAssert(at -> {
          double mean = at.pmf().mean();
          double cumulative = at.pmf().cumulative(at.time());
          Pmf moved = at.pmf().shifted(17);
          assertThat(moved.mean()).isCloseTo(mean + 17, within(1e-9));
          assertThat(moved.cumulative(at.time() + 17)).isEqualTo(cumulative);
          assertThat(moved.shifted(-17)).isEqualTo(at.pmf()).hasSameHashCodeAs(at.pmf());
        });
  }

  private record Compaction(Pmf pmf, int width, long min, long max) {
    @Override
    public String toString() {
      return "%s step %d to %d points in [%d, %d]"
          .formatted(byTime(pmf), pmf.step(), width, min, max);
    }
  }

  /** Bounds that the distribution reaches into. */
  private static Gen<Compaction> compactions() {
    return random -> {
      AtTime a = atTimes().generate(random);
      long min = Math.min(a.time(), a.pmf().latest());
      long reach = a.pmf().latest() + 2 * a.pmf().step() - min;
      long max = Math.max(min + draw(random, 0, reach), a.pmf().earliest());
      return new Compaction(a.pmf(), draw(random, 1, 6), min, max);
    };
  }

  @Test
  void compactingSharesMassBetweenThePointsOfACoarserLattice() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(compactions())
        .checkAssert(c -> {
          Pmf compact = c.pmf().compacted(c.width(), c.min(), c.max());
          Map<Long, Double> expected = plainlyCompacted(c);
          expected.values().removeIf(mass -> mass == 0);
          assertPmf(compact).isSound();
          assertThat(compact.step()).isEqualTo(c.width() * c.pmf().step());
          assertThat(byTime(compact).keySet()).isEqualTo(expected.keySet());
          expected.forEach(
              (t, mass) -> assertThat(byTime(compact).get(t)).isCloseTo(mass, within(1e-9)));
        });
  }

  /** Walks from each time down to the next point of the coarser lattice. */
  private static Map<Long, Double> plainlyCompacted(Compaction c) {
    long step = c.pmf().step();
    long coarse = c.width() * step;
    long offset = Math.floorMod(c.pmf().origin(), step);
    Map<Long, Double> masses = new TreeMap<>();
    cropped(c)
        .forEach((time, mass) -> {
          long below = time;
          while (Math.floorMod(below - offset, coarse) != 0) {
            below -= step;
          }
          double share = (time - below) / (double) coarse;
          masses.merge(below, mass * (1 - share), Double::sum);
          masses.merge(below + coarse, mass * share, Double::sum);
        });
    return masses;
  }

  private static Map<Long, Double> cropped(Compaction c) {
    long step = c.pmf().step();
    long first = c.pmf().earliest();
    while (first < c.min()) {
      first += step;
    }
    long last = c.pmf().latest();
    while (last > c.max() && last > first) {
      last -= step;
    }
    Map<Long, Double> masses = new TreeMap<>();
    for (var entry : byTime(c.pmf()).entrySet()) {
      masses.merge(Math.clamp(entry.getKey(), first, last), entry.getValue(), Double::sum);
    }
    return masses;
  }

  @Test
  void compactingWithoutCroppingKeepsTheMeanAndTheOrder() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(atTimes(), random -> draw(random, 1, 6))
        .checkAssert((at, width) -> {
          Pmf pmf = at.pmf();
          Pmf compact = pmf.compacted(width, pmf.earliest(), pmf.latest());
          assertThat(compact.mean()).isCloseTo(pmf.mean(), within(1e-7));

          Pmf later = pmf.later(Math.min(at.time(), pmf.latest() - 1));
          Pmf compactLater = later.compacted(width, later.earliest(), later.latest());
          for (int i = 0; i < compact.size(); i++) {
            assertThat(compactLater.cumulative(compact.time(i)))
                .isLessThanOrEqualTo(compact.cumulative(compact.time(i)) + 1e-9);
          }
        });
  }

  @Test
  void compactingToOnePointWithoutCroppingChangesNothing() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(pmfs())
        .checkAssert(pmf ->
            assertThat(pmf.compacted(1, pmf.earliest() - 5, pmf.latest() + 5)).isEqualTo(pmf));
  }
}
