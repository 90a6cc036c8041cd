package org.espalier.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.SmallProblems;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchCheckpointTest {
  private final SplittableRandom random = new SplittableRandom(4);
  private final StaticProblem problem = RandomProblems.of(random, 30);
  private final Problems problems = new Problems();

  @TempDir private Path directory;

  private SearchCheckpoint checkpoint() {
    return new SearchCheckpoint(directory.resolve("search.checkpoint"));
  }

  private Allocation allocation() {
    int[] orders = random.ints(problem.tasks(), 0, problem.tasks()).toArray();
    return Allocation.of(SmallProblems.randomPlacements(random, problem), orders);
  }

  private void write(int part, int generation, Allocation... allocations) throws IOException {
    checkpoint().write(part, generation, List.of(allocations), problem, Set.of(100));
  }

  private SortedMap<Integer, List<Allocation>> read(int part) throws IOException {
    SortedMap<Integer, List<Allocation>> read = checkpoint().read(part, problem, problems);
    assertThat(problems.listed()).isEmpty();
    return read;
  }

  @Test
  void whoExecutesWhatInWhichOrderIsKept() throws IOException {
    Allocation first = allocation();
    Allocation second = allocation();
    assertThat(checkpoint().isThere()).isFalse();
    write(1, 40, first, second);
    assertThat(checkpoint().isThere()).isTrue();
    List<Allocation> read = read(1).get(40);
    assertThat(read).hasSize(2);
    assertThat(read.getFirst().placements()).isEqualTo(first.placements());
    assertThat(read.getLast().placements()).isEqualTo(second.placements());
    assertThat(executed(read.getLast())).isEqualTo(executed(second));
    assertThat(read(2)).isEmpty();
    checkpoint().forget();
    assertThat(checkpoint().isThere()).isFalse();
  }

  private static List<Integer> executed(Allocation allocation) {
    return Arrays.stream(allocation.sequence())
        .filter(task -> allocation.placement(task) != Allocation.NOT_EXECUTED)
        .boxed()
        .toList();
  }

  @Test
  void theLastGenerationTakesThePlaceOfOthersButOfThoseThatAreShown() throws IOException {
    write(1, 40, allocation());
    write(1, 100, allocation());
    write(2, 7, allocation());
    write(1, 140, allocation());
    write(1, 180, allocation());
    assertThat(read(1).keySet()).containsExactly(100, 180);
    assertThat(read(2).keySet()).containsExactly(7);
  }

  /** A kill may come while files are written, or before those they take the place of are gone. */
  @Test
  void whatIsNotWholeDoesNotCount() throws IOException {
    write(1, 40, allocation());
    Path draft = Files.createDirectories(directory.resolve("search.checkpoint/draft"));
    Files.writeString(draft.resolve("0.csv"), "task,mach");
    Files.createDirectories(directory.resolve("search.checkpoint/1_20"));
    assertThat(read(1).lastKey()).isEqualTo(40);
    write(1, 60, allocation());
    assertThat(read(1).keySet()).containsExactly(60);
    assertThat(draft).doesNotExist();
  }

  @Test
  void whatOthersLeftThereStays() throws IOException {
    write(1, 40, allocation());
    Path other = directory.resolve("search.checkpoint/notes.txt");
    Files.writeString(other, "mine");
    assertThatThrownBy(() -> checkpoint().forget()).isInstanceOf(IOException.class);
    assertThat(other).hasContent("mine");
    assertThat(new SearchCheckpoint(other).obstacle())
        .hasValue(other + " is no checkpoint of a search");
  }

  @Test
  void theAllocationsOfAnotherSystemAreRefused() throws IOException {
    write(1, 40, allocation());
    checkpoint().read(1, RandomProblems.of(random, 5), problems);
    assertThat(problems.listed()).isNotEmpty();
    assertThat(problems.listed().getFirst().toString()).contains("1_40");
  }
}
