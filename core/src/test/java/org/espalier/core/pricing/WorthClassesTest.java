package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tasks of a type by what they are worth. */
class WorthClassesTest {
  private final WorthClasses classes = new WorthClasses();

  @Test
  void whatIsWorthTheSameWithinAFactorOfTwoIsOneClass() {
    classes.add(1, 6);
    classes.add(1.5, 2);
    classes.add(8, 2);

    assertThat(classes.numbers()).containsExactly(0, 3);
    assertThat(classes.tasks(0)).isEqualTo(8);
    assertThat(classes.worth(0)).isEqualTo(9.0 / 8);
    assertThat(classes.worth(3)).isEqualTo(8);
    assertThat(classes.tasks(7)).isZero();
    assertThat(classes.tasks()).isEqualTo(10);
  }

  @Test
  void whatCameLongAgoIsForgotten() {
    classes.add(4, 1);
    classes.keep(0.5);
    assertThat(classes.tasks(2)).isEqualTo(0.5);
    assertThat(classes.worth(2)).isEqualTo(4);

    classes.keep(1e-6);
    assertThat(classes.numbers()).isEmpty();
  }

  @Test
  void thoseOfOthersAreAdded() {
    WorthClasses others = new WorthClasses();
    others.add(8, 3);
    classes.add(8, 1);
    classes.add(others);

    assertThat(classes.tasks(3)).isEqualTo(4);
    assertThat(classes.worth(3)).isEqualTo(8);
  }
}
