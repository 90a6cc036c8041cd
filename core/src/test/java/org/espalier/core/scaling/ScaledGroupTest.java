package org.espalier.core.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.Scale;
import org.junit.jupiter.api.Test;

/** Four groups of two machines each; 2 to 6 machines, idle for 10 at most. */
class ScaledGroupTest {
  private final List<ScaledGroup> groups =
      Stream.generate(() -> new ScaledGroup(2, 0)).limit(4).toList();

  private void scale(int waiting, long now) {
    ScaledGroup.scale(groups, 2, 6, 10, waiting, now);
  }

  private void allIdle(long now) {
    groups.forEach(group -> group.see(false, group.isWanted(), now));
  }

  private List<Boolean> wanted() {
    return groups.stream().map(ScaledGroup::isWanted).toList();
  }

  @Test
  void thereAreAtLeastAsManyAsTheLeast() {
    scale(0, 0);

    assertThat(wanted()).containsExactly(true, false, false, false);
  }

  /** Those that are on their way count for tasks that wait. */
  @Test
  void moreComeWhereTasksWaitUpToTheMost() {
    scale(0, 0);
    groups.forEach(group -> group.see(false, false, 1));
    scale(3, 1);
    assertThat(wanted()).containsExactly(true, true, false, false);
    scale(3, 2);
    assertThat(wanted()).containsExactly(true, true, false, false);
    scale(9, 3);
    assertThat(wanted()).containsExactly(true, true, true, false);
  }

  @Test
  void thoseThatWereIdleForLongGoUnlessTasksWait() {
    scale(5, 0);
    allIdle(1);
    scale(0, 11);
    assertThat(wanted()).containsExactly(true, true, true, false);
    scale(1, 12);
    assertThat(wanted()).containsExactly(true, true, true, false);
    groups.get(2).see(true, true, 12);
    scale(0, 12);
    assertThat(wanted()).containsExactly(true, false, true, false);
    groups.get(2).see(false, true, 13);
    scale(0, 23);
    assertThat(wanted()).containsExactly(true, false, true, false);
    assertThat(groups.get(2).idleUntil(10)).isEqualTo(24);
    scale(0, 24);
    assertThat(wanted()).containsExactly(true, false, false, false);
  }

  /** A task that begins on one that was to go keeps it. */
  @Test
  void oneOnWhichATaskMayRunIsWanted() {
    groups.get(3).see(true, true, 5);
    scale(0, 5);

    assertThat(wanted()).containsExactly(false, false, false, true);
  }

  private void expect(int needed, int kept, int waiting, long now) {
    Scale scale = new Scale(0, 6, Duration.ZERO, Scale.By.FORECAST);
    Optional<Staffing.Range> expected = Optional.of(new Staffing.Range(needed, kept));
    ScaledGroup.scale(groups, scale, 10, waiting, expected, now);
    groups.forEach(group -> group.see(false, group.isWanted(), now));
  }

  /** In whole groups, which are none too few. */
  @Test
  void byForecastAsManyComeAsAreNeededAndThoseThatAreKeptStay() {
    expect(3, 5, 0, 1);
    assertThat(wanted()).containsExactly(true, true, false, false);
    expect(0, 2, 9, 2);
    assertThat(wanted()).containsExactly(true, false, false, false);
    expect(0, 0, 0, 3);
    assertThat(wanted()).containsExactly(false, false, false, false);
    expect(0, 0, 1, 4);
    assertThat(wanted()).containsExactly(true, false, false, false);
    expect(8, 8, 0, 5);
    assertThat(wanted()).containsExactly(true, true, true, false);
  }
}
