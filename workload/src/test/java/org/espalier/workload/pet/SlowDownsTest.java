package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowDownsTest {
  private static final String HEADER =
      "task_type,machine_type,p_state,corunners,slow_down,measured_slow_down\n";

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<SlowDowns> read(String rows) throws IOException {
    Path file = Files.writeString(directory.resolve("slow-downs.csv"), HEADER + rows);
    return SlowDowns.read(file, problems);
  }

  @Test
  void slowDownsAreFoundWhateverTheOrderOfCorunners() throws IOException {
    SlowDowns read =
        read("a,m,0,b,1.5,1.4\na,m,1,b,2,\nb,m,0,b,,1.1\nb,m,,c+a,1.1,\n").orElseThrow();

    assertThat(read.find("a", "m", 0, List.of("b"))).hasValue(1.5);
    assertThat(read.find("a", "m", 1, List.of("b"))).hasValue(2);
    assertThat(read.find("b", "m", 0, List.of("a", "c"))).hasValue(1.1);
    assertThat(read.find("b", "m", 0, List.of("c", "a"))).hasValue(1.1);
    assertThat(read.find("b", "m", 0, List.of("b"))).isEmpty();
    assertThat(read.find("a", "m", 0, List.of("b", "b"))).isEmpty();
  }

  @Test
  void badSlowDownsAreToldTogether() throws IOException {
    String rows = "a,m,0,b,0,\na,m,0,,2,\n,m,0,b,2,\na,m,-1,b,2,\na,m,0,b,2,\na,m,0,b,3,\n";

    assertThat(read(rows)).isEmpty();
    assertThat(problems.listed())
        .extracting(problem -> problem.toString().replace(directory + "/", ""))
        .containsExactly(
            "slow-downs.csv:2: slow_down: is not a slow-down (value 0); expected a number above 0,"
                + " 1 if nothing is slower",
            "slow-downs.csv:3: corunners: is no list of co-runners; expected names joined by +",
            "slow-downs.csv:4: a name is empty; name both types",
            "slow-downs.csv:5: p_state: is not a P-state (value -1); expected 0 to 99, or nothing",
            "slow-downs.csv:7: slow_down: is a second slow-down after line 6 (value 3); remove"
                + " one");
  }

  @Test
  void aFileThatSaysNothingIsRefused() throws IOException {
    assertThat(read("a,m,0,b,,1.1\n")).isEmpty();
    assertThat(problems.listed().getFirst().message()).isEqualTo("no row has a slow-down");
  }
}
