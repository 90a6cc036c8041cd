package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProseTest {
  private static List<String> texts(String... lines) {
    return Prose.ofMarkdown(List.of(lines)).stream().map(Prose.Sentence::text).toList();
  }

  @Test
  void sentencesEndAtMarksAndWithTheirParagraph() {
    assertThat(texts("One of", "two. Is it? *Yes.* See eq. 3, e.g. here", "", "Another"))
        .containsExactly("One of two.", "Is it?", "*Yes.*", "See eq. 3, e.g. here", "Another");
  }

  @Test
  void listItemsAndCellsAreSentencesOfTheirOwn() {
    assertThat(texts("Either", "* this", "  or", "1. that", "| a `x|y` | b. C |", "|---|---|"))
        .containsExactly("Either", "this or", "that", "a code", "b.", "C", "---", "---");
  }

  @Test
  void headingsAndCodeAreLeftOut() {
    assertThat(texts("# A title", "Before", "```text", "one. two", "", "| a |", "```", "after"))
        .containsExactly("Before", "after");
    assertThat(texts("See", "", "    java -jar", "", "* a list", "", "  goes on"))
        .containsExactly("See", "a list", "goes on");
  }

  @Test
  void codeAndLinksCountByWhatAReaderSees() {
    Prose.Sentence sentence =
        Prose.ofMarkdown(
                List.of("", "`a b c` <b>of</b> [two words](x.md#y) -> 3 ± 1 ![p q](i.svg)"))
            .getFirst();
    assertThat(sentence.text()).isEqualTo("code of two words -> 3 ± 1");
    assertThat(sentence.words()).isEqualTo(6);
    assertThat(sentence.line()).isEqualTo(2);
  }

  @Test
  void theFirstSentenceOfJavadocEndsBeforeTags() {
    assertThat(first(" A {@link Prose one} of\n   * two. More. "))
        .containsExactly("A code of two.");
    assertThat(first("\n * It has\n *\n * <p>No more.\n ")).containsExactly("It has");
    assertThat(first(" {@return its {@code name}, or none} ")).containsExactly("its code, or none");
    assertThat(first("\n * What it is:\n * <ul><li>a\n ")).containsExactly("What it is:");
    assertThat(first("\n * @param name a name\n ")).isEmpty();
  }

  private static List<String> first(String comment) {
    return Prose.firstOfJavadoc(1, comment).stream().map(Prose.Sentence::text).toList();
  }
}
