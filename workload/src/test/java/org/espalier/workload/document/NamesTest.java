package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void swapOfTwoLettersIsOneChange() {
    assertThat(Names.distance("PMA", "PAM")).isEqualTo(1);
    assertThat(Names.nearest("PMA", List.of("MM", "MMU", "MOC", "PAM"))).contains("PAM");
  }

  @Test
  void insertionsDeletionsAndReplacementsCountOneEach() {
    assertThat(Names.distance("", "abc")).isEqualTo(3);
    assertThat(Names.distance("trails", "trial")).isEqualTo(2);
    assertThat(Names.distance("baselin", "baseline")).isEqualTo(1);
    assertThat(Names.distance("MM-Q", "mm-p")).isEqualTo(1);
  }

  @Test
  void nothingIsNearWithoutALetterInCommon() {
    assertThat(Names.nearest("zz", List.of("a", "MM"))).isEmpty();
    assertThat(Names.nearest("mm", List.of("MM"))).contains("MM");
  }

  @Test
  void nothingIsNearWhereMoreThanTwoLettersOfAShortNameDiffer() {
    assertThat(Names.nearest("SJF-P", List.of("PAM", "MOC"))).isEmpty();
  }
}
