package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.pmf.PmfAssert.assertPmf;
import static org.espalier.core.pmf.PmfGenerators.situations;

import org.espalier.core.pmf.PmfGenerators.Situation;
import org.junit.jupiter.api.Test;

/** Mean and distribution function without a convolution, against the plain completion time. */
class PendingCompletionPropertyTest {
  private static final int EXAMPLES = 5_000;

  private static PendingCompletion fast(Situation s) {
    EarlyCompletion ready = EarlyCompletion.of(s.ready(), Long.MAX_VALUE);
    return new PendingCompletion(ready, s.execution(), s.deadline());
  }

  private static Pmf plain(Situation s) {
    return PlainCompletionTimes.completion(
        DroppingScope.PENDING, s.ready(), s.execution(), s.deadline());
  }

  @Test
  void meanIsThatOfTheCompletionTime() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s -> assertThat(fast(s).mean()).isCloseTo(plain(s).mean(), within(1e-6)));
  }

  @Test
  void probabilityBeforeATimeIsThatOfTheCompletionTime() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s -> assertPmf(plain(s)).isDistributedAs(fast(s)::before, Long.MAX_VALUE));
  }

  /** Where the ready time is known up to the deadline, or little more, only. */
  @Test
  void probabilityUpToAHorizonTakesWhatLiesBeforeItOnly() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .assuming(s -> s.deadline() < Long.MAX_VALUE)
        .checkAssert(s -> {
          Pmf plain = plain(s);
          for (int i = 0; i < 20; i++) {
            long horizon = s.deadline() + i * s.ready().step();
            EarlyCompletion ready = EarlyCompletion.of(s.ready(), horizon);
            PendingCompletion fast = new PendingCompletion(ready, s.execution(), s.deadline());
            for (long time = s.deadline(); time <= horizon; time += s.ready().step()) {
              assertThat(fast.before(time))
                  .as("before %d", time)
                  .isCloseTo(plain.cumulative(time - 1), within(1e-12));
            }
          }
        });
  }

  @Test
  void allOfItIsBeforeTheEndOfTime() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(situations())
        .checkAssert(s -> assertThat(fast(s).before(Long.MAX_VALUE)).isCloseTo(1, within(1e-9)));
  }
}
