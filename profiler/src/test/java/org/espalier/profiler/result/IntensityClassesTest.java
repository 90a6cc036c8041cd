package org.espalier.profiler.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntensityClassesTest {
  private static List<String> classes(IntensityClasses classes) {
    return classes.members().stream()
        .map(member -> "%s %s".formatted(member.taskType(), member.name()))
        .toList();
  }

  @Test
  void theApplicationsOfTheSourceFallIntoItsClasses() {
    IntensityClasses classes =
        IntensityClasses.byGaps(
            Map.of(
                "canneal", 2.25e-2,
                "streamcluster", 1.64e-2,
                "blackscholes", 2.29e-5,
                "bodytrack", 7.44e-6));

    assertThat(classes(classes))
        .containsExactly("canneal III", "streamcluster III", "blackscholes II", "bodytrack I");
    assertThat(classes.cuts().getFirst()).isCloseTo(Math.sqrt(2.29e-5 * 7.44e-6), within(1e-12));
  }

  @Test
  void narrowGapsDoNotPart() {
    assertThat(classes(IntensityClasses.byGaps(Map.of("a", 1e-3, "b", 1.5e-3, "c", 2.9e-3))))
        .containsExactly("c I", "b I", "a I");
    assertThat(classes(IntensityClasses.byGaps(Map.of("a", 1e-3, "b", 1.5e-3, "c", 3.1e-3))))
        .containsExactly("c II", "b I", "a I");
    assertThat(classes(IntensityClasses.byGaps(Map.of("a", 0.0)))).containsExactly("a I");
  }

  @Test
  void applicationsWithoutMissesAreTheLowest() {
    assertThat(classes(IntensityClasses.byGaps(Map.of("a", 0.0, "b", 1e-6, "c", 1e-2))))
        .containsExactly("c III", "b II", "a I");
  }

  @Test
  void cutsCanBeGiven() {
    assertThat(
            classes(
                IntensityClasses.withCuts(
                    Map.of("a", 1e-3, "b", 1e-4, "c", 1e-5), List.of(1e-4, 1e-2))))
        .containsExactly("a II", "b II", "c I");
  }
}
