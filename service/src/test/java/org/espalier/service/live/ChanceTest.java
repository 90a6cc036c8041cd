package org.espalier.service.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A sum of masses may be rounded to more than 1; nobody is told such a chance. */
class ChanceTest {
  private static final double ROUNDED_UP = Math.nextUp(1.0);

  @Test
  void noChanceIsAboveOne() {
    assertThat(new Run("box", 0, ROUNDED_UP, Run.NOT_STARTED).chance()).isEqualTo(1);
    assertThat(new Waiting.Prospect("box", true, true, ROUNDED_UP, 5).chance()).isEqualTo(1);
    assertThat(new Overview.QueuedTask(0, "once", 0, 9, 0, 3, ROUNDED_UP).chance()).isEqualTo(1);
  }

  @Test
  void whatIsNotKnownStaysSo() {
    assertThat(new Run("box", 0, Double.NaN, Run.NOT_STARTED).chance()).isNaN();
    assertThat(new Overview.QueuedTask(0, "once", 0, 9, 0, 3, Double.NaN).chance()).isNaN();
  }
}
