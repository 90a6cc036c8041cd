package org.espalier.simulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.report.CompletionCurve;
import org.espalier.report.DecisionExample;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.run.ShownDecision;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.TracedTask;
import org.espalier.simulator.run.UnitResult;
import org.junit.jupiter.api.Test;
import org.quicktheories.WithQuickTheories;
import tools.jackson.core.JacksonException;

/** What is written to a checkpoint is read back as it was. */
final class CheckpointJsonTest implements WithQuickTheories {
  private static final SchedulerTime TIME = new SchedulerTime(3, Long.MAX_VALUE, 0, 7);

  private static CheckpointJson.Kept kept(List<Double> values, List<Double> types) {
    CompletionCurve curve = new CompletionCurve("a \"b\" é\n", true, 0.1, -2, 1e-9, values(0.3));
    return new CheckpointJson.Kept(
        "part",
        new UnitResult.Finished(
            new StudyUnit(4, 2),
            new TrialResult(values, types, List.of(new Part(Breakdown.PERIODS, 1, values)), TIME),
            new TrialAccount(7, values, types, List.of(values, types)),
            List.of(
                new ShownDecision(
                    true,
                    0.1 + 0.2,
                    new DecisionExample("x", "y", 0.25, List.of(curve), List.of()))),
            List.of(
                new TracedTask(
                    1,
                    2,
                    3,
                    Long.MAX_VALUE,
                    -1,
                    0,
                    Departure.NOT_STARTED,
                    5,
                    Fate.EXPIRED_IN_BATCH))));
  }

  private static List<Double> values(double... values) {
    return java.util.Arrays.stream(values).boxed().toList();
  }

  @Test
  void numbersThatAreNoneAndExtremesComeBack() {
    CheckpointJson.Kept result =
        kept(
            values(Double.NaN, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, 1.0 / 3),
            values(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
    String line = CheckpointJson.line(result);
    assertThat(line).doesNotContain("\n");
    assertThat(CheckpointJson.kept(line)).isEqualTo(result);
  }

  @Test
  void everyDoubleComesBackToItsLastBit() {
    qt().forAll(longs().all())
        .checkAssert(bits -> {
          CheckpointJson.Kept result = kept(values(Double.longBitsToDouble(bits)), List.of());
          assertThat(CheckpointJson.kept(CheckpointJson.line(result))).isEqualTo(result);
        });
  }

  @Test
  void linesThatSayTooLittleAreRefused() {
    String line = CheckpointJson.line(kept(values(1), values(2)));
    for (String part : List.of("\"unit\":", "\"p99Nanos\":", "\"fate\":", "\"isDrop\":")) {
      assertThat(line).contains(part);
      assertThatThrownBy(() -> CheckpointJson.kept(line.replace(part, "\"other\":")))
          .isInstanceOf(JacksonException.class);
    }
  }
}
