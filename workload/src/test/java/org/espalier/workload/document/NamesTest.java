package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
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

  /** Capitals, a blank that does not break, and an accent that is a letter of its own. */
  @Test
  void whatLooksAlikeIsTold() {
    assertThat(
            Names.alike(
                List.of("encode", "b", "Encode", "vid\u00e9o", "encode\u00a0", "vide\u0301o")))
        .containsExactly(
            "only capitals, blanks or forms of letters tell encode, Encode and encode\u00a0 apart",
            "only capitals, blanks or forms of letters tell vid\u00e9o and vide\u0301o apart");
    assertThat(Names.alike(List.of("a", "b", "a", "a-1"))).isEmpty();
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

  /** Two of them are near other settings, and mean none of these. */
  @Test
  void aWordOfTheSourcesIsNearestToOurs() {
    List<String> known = List.of("dropping_scope", "toggle", "toggle_lambda", "effective_depth");

    assertThat(Names.nearest("dropping_toggle", known)).contains("toggle");
    assertThat(Names.nearest("Lambda", known)).contains("toggle_lambda");
    assertThat(Names.nearest("eta", known)).contains("effective_depth");
    assertThat(Names.nearest("rho", known)).isEmpty();
  }

  @Test
  void commasPartNamesButNotThoseThatHaveThem() {
    List<String> known = List.of("PAM", "PAM, just in time", "PAM, just in time, twice");

    assertThat(Names.parted("PAM, 15k", known)).containsExactly("PAM", "15k");
    assertThat(Names.parted("PAM,just in time ,PAM", known))
        .containsExactly("PAM, just in time", "PAM");
    assertThat(Names.parted("MM, PAM, just in time, twice", known))
        .containsExactly("MM", "PAM, just in time, twice");
    assertThat(Names.parted("a,b", List.of())).containsExactly("a", "b");
  }

  @Test
  void whatBeginsAlikeIsNear() {
    assertThat(Names.nearest("policies", List.of("pattern", "policy"))).contains("policy");
    assertThat(Names.nearest("systems", List.of("system"))).contains("system");
  }

  @Test
  void shortNamesAreNearByOneLetterOnly() {
    assertThat(Names.nearest("Foo", List.of("MOC", "MR"))).isEmpty();
    assertThat(Names.nearest("MOD", List.of("MOC", "MR"))).contains("MOC");
  }

  @Test
  void aThousandNamesAreNotAllListed() {
    List<String> names = IntStream.range(0, 1000).mapToObj(i -> "machine-" + i).toList();

    assertThat(Names.remedy("z", names))
        .startsWith("known: machine-0, ")
        .endsWith(" machine-99 and 900 more");
    assertThat(Names.remedy("z", names.subList(0, 2))).isEqualTo("known: machine-0, machine-1");
  }

  @Test
  void aNameOfAMegabyteIsNearToNothing() {
    assertThat(Names.nearest("policy", List.of("policy".repeat(1 << 18)))).isEmpty();
  }
}
