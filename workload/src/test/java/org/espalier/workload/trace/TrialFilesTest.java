package org.espalier.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialFilesTest {
  /** Two types of 10 and 20 units: the mean of all is 15, so slacks are 25 and 35 units. */
  private static final PetMatrix PET =
      PetMatrix.of(new Pmf[][] {{Pmf.at(1000, 100)}, {Pmf.at(2000, 100)}});

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<Workload>> read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("t.dat"), text);
    return TrialFiles.read(file, PET, 100, problems);
  }

  private Loaded<Workload> sound(String text) throws IOException {
    Optional<Loaded<Workload>> read = read(text);
    assertThat(problems.listed()).isEmpty();
    return read.orElseThrow();
  }

  private List<String> refused(String text) throws IOException {
    assertThat(read(text)).isEmpty();
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  private long firstArrival(String text) throws IOException {
    return sound(text).value().tasks().getFirst().arrival();
  }

  @Test
  void aSoundFileIsKeptAsItIs() throws IOException {
    Loaded<Workload> loaded = sound("taskCount=2;\n4.12 0 29.12;\n10.30 1 45.3;\n");

    assertThat(loaded.value().name()).isEqualTo("t");
    assertThat(loaded.value().tasks())
        .containsExactly(new Task(0, 0, 412, 2912), new Task(1, 1, 1030, 4530));
    assertThat(loaded.notes()).isEmpty();
  }

  @Test
  void aDamagedFirstArrivalIsMended() throws IOException {
    // Arrival 14.12, deadline 39.12; what is left after one or two characters were overwritten.
    assertThat(firstArrival("taskCount=2;\n4.12 0 39.12;\n15.00 1 50;\n")).isEqualTo(1412);
    assertThat(firstArrival("taskCount=2;\n.12 0 39.12;\n15.00 1 50;\n")).isEqualTo(1412);
    // Arrival 3.29.
    assertThat(firstArrival("taskCount=2;\n29 0 28.29;\n15.00 1 50;\n")).isEqualTo(329);
    assertThat(sound("taskCount=1;\n.29 0 28.29;\n").notes())
        .containsExactly(
            "t.dat: first arrival \".29\" was overwritten by the header; mended to 3.29 from its"
                + " deadline");
  }

  @Test
  void theSlackOfTheFileGoesBeforeThatOfThePet() throws IOException {
    // Type 0 has a slack of 40 in this file: 2.50 + 40, 15.00 + 40.
    assertThat(firstArrival("taskCount=2;\n.50 0 42.5;\n15.00 0 55;\n")).isEqualTo(250);
  }

  @Test
  void aSoundFirstArrivalWithAnotherSlackIsKept() throws IOException {
    assertThat(firstArrival("taskCount=2;\n4.12 0 99.99;\n15.00 0 55;\n")).isEqualTo(412);
    assertThat(firstArrival("taskCount=2;\n4 0 99;\n15 0 55;\n")).isEqualTo(400);
  }

  @Test
  void aDamagedArrivalThatDoesNotFitIsAProblem() throws IOException {
    assertThat(refused("taskCount=2;\n.77 0 39.12;\n15.00 1 50;\n"))
        .containsExactly(
            "t.dat:2: arrival: the first arrival is damaged and does not fit its deadline (value"
                + " .77); write the arrival with two decimals");
  }

  @Test
  void everyBadLineIsTold() throws IOException {
    assertThat(
            refused(
                """
                taskCount=9;
                1.00 0 26.00;
                3.00 7 28.00;
                9.00 1 44.00;
                5.00 0 30.00;
                12.00 0 11.00;
                x 0 -;
                13.001 0 60.00;
                garbage
                14.00 1 5
                """))
        .containsExactly(
            "t.dat:3: type: unknown task type (value 7); the PET has types 0 to 1",
            "t.dat:7: arrival: is not a time (value x); expected a number in whole ticks of 1/100",
            "t.dat:7: deadline: is not a time (value -); expected a number in whole ticks of 1/100",
            "t.dat:8: arrival: is not a time (value 13.001); expected a number in whole ticks of"
                + " 1/100",
            "t.dat:9: is no task (value garbage); expected arrival type deadline;",
            "t.dat:10: line is cut short (value 14.00 1 5); end it with a semicolon",
            "t.dat:5: arrives before the task ahead of it; sort the tasks by arrival",
            "t.dat:6: deadline is before the arrival; correct one of them");
  }

  @Test
  void truncatedEmptyAndForeignFiles() throws IOException {
    assertThat(refused("taskCount=3;\n1.00 0 26.00;\n"))
        .containsExactly("t.dat:2: has 1 tasks, its first line says 3; is it cut short?");
  }

  @Test
  void noTasks() throws IOException {
    assertThat(refused("taskCount=0;\n")).containsExactly("t.dat: has no tasks; give at least one");
  }

  @Test
  void foreignFile() throws IOException {
    assertThat(refused("PK\u0003\u0004"))
        .containsExactly(
            "t.dat:1: is not a trial file of the pruning papers (value PK??); begin it with"
                + " taskCount=800;");
  }

  @Test
  void manyProblemsAreCounted() throws IOException {
    String text = "taskCount=70;\n" + "1.00 9 26.00;\n".repeat(70);
    assertThat(refused(text)).hasSize(Problems.LISTED);
    assertThat(problems.count()).isEqualTo(70);
  }
}
