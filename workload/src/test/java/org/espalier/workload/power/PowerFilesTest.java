package org.espalier.workload.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.model.ApcMatrix;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerFilesTest {
  private static final PowerTable TABLE =
      new PowerTable(
          List.of("a", "b"),
          List.of("two", "one"),
          ApcMatrix.of(new double[][][] {{{120.1, 70}, {90}}, {{}, {1.0 / 3}}}));

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("x.power.csv"), text);
  }

  private List<String> refused(String text) throws IOException {
    assertThat(PowerFiles.read(write(text), problems)).isEmpty();
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void whatIsWrittenIsReadBackExactly() throws IOException {
    Path file = directory.resolve("y.power.csv");
    PowerFiles.write(file, TABLE);

    assertThat(file)
        .hasContent(
            """
            task_type,machine_type,p_state,power_w
            a,two,0,120.1
            a,two,1,70.0
            a,one,0,90.0
            b,one,0,0.3333333333333333
            """);
    assertThat(PowerFiles.read(file, problems)).contains(Loaded.of(TABLE));
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void aFileWithoutPStatesGivesThePowerOfTheFirst() throws IOException {
    Path file = write("task_type,machine_type,power_w\na,x,5\n");

    PowerTable table = PowerFiles.read(file, problems).orElseThrow().value();
    assertThat(table.watts("a", "x")).containsExactly(5);
    assertThat(table.watts("a", "y")).isEmpty();
  }

  @Test
  void columnsThatAreNotReadAreTold() throws IOException {
    Path file = write("task_type,machine_type,power_w,idle_w\na,x,5,1\n");

    assertThat(PowerFiles.read(file, problems).orElseThrow().notes())
        .containsExactly("x.power.csv: not read: idle_w");
  }

  @Test
  void everyProblemIsTold() throws IOException {
    assertThat(
            refused(
                """
                task_type,machine_type,p_state,power_w
                a,x,0,0
                a,x,1,-3
                b,x,0,none
                b,x,0,4
                c,x,1,5
                d,x,-1,5
                ,x,0,5
                """))
        .containsExactly(
            "x.power.csv:2: power_w: is not a power (value 0); expected watts above 0",
            "x.power.csv:3: power_w: is not a power (value -3); expected watts above 0",
            "x.power.csv:4: power_w: is not a power (value none); expected watts above 0",
            "x.power.csv:5: power_w: a second value for b on x in P-state 0 (value 4); remove one",
            "x.power.csv:7: p_state: is not a P-state (value -1); expected 0 to 99, or nothing",
            "x.power.csv:8: a name is empty; name both types",
            "x.power.csv:4: b on x: has no power in P-state 1 of 2; give all P-states of a pair,"
                + " from 0 on, or none where the type cannot run",
            "x.power.csv:6: c on x: has no power in P-state 0 of 2; give all P-states of a pair,"
                + " from 0 on, or none where the type cannot run");
  }

  @Test
  void aFileWithoutRows() throws IOException {
    assertThat(refused("task_type,machine_type,power_w\n"))
        .containsExactly("x.power.csv: has no rows below its header; give at least one");
  }
}
