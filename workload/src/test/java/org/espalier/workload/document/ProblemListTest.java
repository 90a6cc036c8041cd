package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProblemListTest {
  private static Problem unknown(int line, int index, String value) {
    String path = "axes.policy[%d]".formatted(index);
    return new Problem(Path.of("a.yaml"), line, path, value, "unknown policy", "mend it");
  }

  @Test
  void problemsOfOneCauseAreOneLine() {
    Problem other = new Problem(Path.of("a.yaml"), 9, "trials", "0", "too few", "give more");
    assertThat(ProblemList.lines(List.of(unknown(3, 0, "A"), other, unknown(4, 1, "B"))))
        .containsExactly(
            "a.yaml:3: axes.policy[0]: unknown policy (value A); mend it; also line 4 (B)",
            other.toString());
  }

  @Test
  void manyPlacesAreCounted() {
    List<Problem> many = IntStream.range(0, 20).mapToObj(i -> unknown(i + 1, i, "P" + i)).toList();
    assertThat(ProblemList.lines(many))
        .singleElement()
        .asString()
        .endsWith("line 8 (P7), line 9 (P8) and 11 more");
  }

  @Test
  void otherFilesAreOtherCauses() {
    Problem here = new Problem(Path.of("a.csv"), 0, "", "", "there is no such file", "give it");
    Problem there = new Problem(Path.of("b.csv"), 0, "", "", "there is no such file", "give it");
    assertThat(ProblemList.lines(List.of(here, there))).hasSize(2);
    assertThat(ProblemList.lines(List.of(here, here))).containsExactly(here.toString());
  }

  @Test
  void whatUsersWroteBreaksNoLine() {
    Problem problem =
        new Problem(Path.of("a\n.yaml"), 1, "k\u001b[2J", "v\r", "no \u0085 key", "known: a\u2028");

    assertThat(problem).hasToString("a?.yaml:1: k?[2J: no ? key (value v?); known: a?");
  }

  @Test
  void aLongPathIsCut() {
    Problem problem = new Problem(Path.of("a"), 1, "k".repeat(60_000), "", "unknown key", "");

    assertThat(problem.toString()).hasSizeLessThan(500).endsWith("kk...: unknown key");
  }
}
