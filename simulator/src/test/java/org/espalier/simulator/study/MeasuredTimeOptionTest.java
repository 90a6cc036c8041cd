package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;

/** The options {@code measure_from} and {@code horizon} of studies. */
final class MeasuredTimeOptionTest {
  private final Problems problems = new Problems();

  private Optional<Experiment> load(String... assignments) {
    return Experiment.load(
        Repository.file("docs/study-reference.yaml"),
        List.of(assignments),
        PolicyRegistry.builtIn(),
        problems);
  }

  private TimeSpan measured(String... assignments) {
    Experiment experiment = load(assignments).orElseThrow();
    return experiment.study().plan().measured(experiment.system().tick());
  }

  /** A tick of the reference's system is 10 us. */
  @Test
  void sayInTicksWhatIsMeasured() {
    assertThat(measured()).isEqualTo(TimeSpan.ALWAYS);
    assertThat(measured("horizon=1 s")).isEqualTo(new TimeSpan(0, 100_000));
    assertThat(measured("measure_from=1 s")).isEqualTo(new TimeSpan(100_000, TimeSpan.NEVER));
    assertThat(measured("measure_from=500 ms", "horizon=1 s"))
        .isEqualTo(new TimeSpan(50_000, 100_000));
  }

  @Test
  void refuseATimeInWhichNothingCanHappen() {
    assertThat(load("measure_from=2 s", "horizon=2 s")).isEmpty();
    assertThat(load("horizon=1 us")).isEmpty();
    assertThat(load("measure_from=soon")).isEmpty();
    assertThat(load("measure_from=15 us")).isEmpty();
    assertThat(problems.listed())
        .extracting(Problem::path, Problem::value, Problem::message)
        .containsExactly(
            tuple(
                "measure_from",
                "2 s",
                "leaves no time to measure before the horizon 2 s, in ticks of 10 us"),
            tuple(
                "horizon",
                "1 us",
                "leaves no time to measure before the horizon 1 us, in ticks of 10 us"),
            tuple("horizon", "1 us", "has 1 us, which is no whole number of ticks of 10 us"),
            tuple("measure_from", "soon", "does not fit"),
            tuple(
                "measure_from", "15 us", "has 15 us, which is no whole number of ticks of 10 us"));
  }
}
