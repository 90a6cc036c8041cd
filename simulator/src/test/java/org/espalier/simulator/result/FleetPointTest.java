package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FleetPointTest {
  /** 2 + 0.2 + 0.2 is not quite 2.4. */
  @Test
  void onlyWhatNoneIsCheaperAndBetterThanIsOnTheFront() {
    FleetPoint cheap = new FleetPoint("cheap", 2, 74);
    FleetPoint two = new FleetPoint("two small", 2 + 0.2 + 0.2, 83);
    FleetPoint one = new FleetPoint("one large", 2 + 0.4, 78);
    FleetPoint dear = new FleetPoint("dear", 3, 83);
    FleetPoint best = new FleetPoint("best", 3.6, 97);
    FleetPoint twin = new FleetPoint("twin", 3.6, 97);

    assertThat(FleetPoint.front(List.of(best, dear, one, two, cheap, twin)))
        .containsExactly(cheap, two, best, twin);
  }
}
