package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.pmf.PmfAssert.assertPmf;
import static org.espalier.core.pmf.PmfGenerators.situations;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.pmf.PmfGenerators.Situation;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** Completion times before a horizon, against the plain ones of all times. */
class EarlyCompletionPropertyTest {
  private static final int EXAMPLES = 5_000;

  /** Tasks one behind the other, and a horizon none of their deadlines is beyond. */
  private record Chain(Pmf ready, List<Situation> tasks, long horizon) {
    Pmf plain() {
      Pmf time = ready;
      for (Situation task : tasks) {
        time =
            PlainCompletionTimes.completion(
                DroppingScope.PENDING, time, task.execution(), task.deadline());
      }
      return time;
    }

    EarlyCompletion early() {
      EarlyCompletion time = EarlyCompletion.of(ready, horizon);
      for (Situation task : tasks) {
        time = time.behind(task.execution(), task.deadline());
      }
      return time;
    }
  }

  private static Gen<Chain> chains() {
    return random -> {
      Situation first = situations().generate(random);
      List<Situation> tasks = new ArrayList<>(List.of(first));
      long step = first.ready().step();
      long begin = first.ready().origin();
      for (long i = draw(random, 0, 3); i > 0; i--) {
        Pmf execution = PmfGenerators.execution(random, step, 12);
        long deadline = begin + draw(random, -3 * step, 80 * step);
        tasks.add(new Situation(DroppingScope.PENDING, first.ready(), execution, deadline));
      }
      long latest = tasks.stream().mapToLong(Situation::deadline).max().orElseThrow();
      long beyond = draw(random, 0, 40 * step);
      long horizon = latest > Long.MAX_VALUE - beyond ? Long.MAX_VALUE : latest + beyond;
      return new Chain(first.ready(), tasks, horizon);
    };
  }

  @Test
  void meanIsThatOfAllTimes() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(chains())
        .checkAssert(c -> assertThat(c.early().mean()).isCloseTo(c.plain().mean(), within(1e-6)));
  }

  @Test
  void probabilityBeforeATimeUpToTheHorizonIsThatOfAllTimes() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(chains())
        .checkAssert(c -> assertPmf(c.plain()).isDistributedAs(c.early()::before, c.horizon()));
  }

  /** But for those of a PMF that was there. */
  @Test
  void noPointBeyondTheHorizonIsComputed() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(chains())
        .checkAssert(c -> {
          EarlyCompletion early = c.early();
          int there = Math.max(c.ready().size(), 12);
          assertThat((long) early.array().length)
              .isLessThanOrEqualTo(Math.max(there, early.pointsTo(c.horizon())));
        });
  }

  @Test
  void allOfATimeBeforeZero() {
    EarlyCompletion early = EarlyCompletion.of(Pmf.of(-5, 1, 0.5, 0.5), Long.MAX_VALUE);
    assertThat(early.before(-4)).isEqualTo(0.5);
    assertThat(early.before(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(early.behind(Pmf.at(4, 1), -4).before(0)).isEqualTo(1);
    assertThat(early.behind(Pmf.at(4, 1), -4).before(-3)).isEqualTo(0.5);
  }

  @Test
  void nothingIsKnownBeyondTheHorizon() {
    EarlyCompletion early = EarlyCompletion.of(Pmf.of(10, 2, 0.5, 0.25, 0.25), 13);
    assertThat(early.before(13)).isEqualTo(0.75);
    assertThat(early.reaches(13)).isTrue();
    assertThat(early.reaches(14)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> early.before(14))
        .withMessage("time 14 lies beyond the horizon 13; ask for the whole completion time");
    assertThatIllegalArgumentException().isThrownBy(() -> early.behind(Pmf.at(4, 2), 14));
  }

  @Test
  void executionTimesAreOnTheLattice() {
    EarlyCompletion early = EarlyCompletion.of(Pmf.at(10, 2), 20);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> early.behind(Pmf.at(3, 3), 20))
        .withMessageContaining("steps differ: 2 and 3 ticks");
  }
}
