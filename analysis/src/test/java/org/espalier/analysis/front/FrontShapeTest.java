package org.espalier.analysis.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FrontShapeTest {
  private static Losses point(double first, double second) {
    return new Losses(first, second);
  }

  @Test
  void theKneeIsFarthestBelowTheLineThroughTheEnds() {
    List<Losses> front = List.of(point(0, 100), point(1, 20), point(4, 10), point(10, 0));
    assertThat(FrontShape.knee(front)).isEqualTo(1);
  }

  @Test
  void aFrontWithoutABendHasNoKnee() {
    assertThat(FrontShape.knee(List.of(point(0, 2), point(1, 1), point(2, 0)))).isEqualTo(-1);
    assertThat(FrontShape.knee(List.of(point(0, 3), point(1, 2.5), point(2, 0)))).isEqualTo(-1);
    assertThat(FrontShape.knee(List.of(point(3, 3)))).isEqualTo(-1);
    assertThat(FrontShape.knee(List.of())).isEqualTo(-1);
  }

  @Test
  void mostUtilityPerEnergyMayBeInsideTheFront() {
    List<Losses> front = List.of(point(-12, 10), point(-10, 4), point(-6, 2), point(-1, 1));
    assertThat(FrontShape.mostUtilityPerEnergy(front)).isEqualTo(2);
    assertThat(FrontShape.mostUtilityPerEnergy(List.of(point(0, 0)))).isEqualTo(-1);
  }

  @Test
  void fivePlacesAreEndsMiddleAndBetween() {
    assertThat(FrontShape.fivePlaces(101)).containsExactly(0, 25, 50, 75, 100);
    assertThat(FrontShape.fivePlaces(2)).containsExactly(0, 1);
    assertThat(FrontShape.fivePlaces(1)).containsExactly(0);
    assertThat(FrontShape.fivePlaces(0)).isEmpty();
  }
}
