package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcFilesTest {
  private static final String ONE_CELL = "machineCount=1;taskCount=1;\nmachine=0;task=0;\n";

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<PetTable>> read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("p.etc"), text);
    return EtcFiles.read(file, problems);
  }

  private List<String> refused(String text) throws IOException {
    assertThat(read(text)).isEmpty();
    return problems.listed().stream().map(this::withoutDirectory).toList();
  }

  private String withoutDirectory(Problem problem) {
    return problem.toString().replace(directory + "/", "");
  }

  @Test
  void aSoundFile() throws IOException {
    Loaded<PetTable> loaded =
        read("""
        machineCount=2;taskCount=1;\r
        machine=0;task=0;\r
        2\t0.25 \r
        6\t0.75 \r
        machine=1;task=0;\r
        0\t0.999 \r
        """)
            .orElseThrow();

    // Times 2, 6 and 0 units: the step is 2 units of 100 ticks.
    assertThat(loaded.value().matrix().get(0, 0, 0)).isEqualTo(Pmf.of(200, 200, 0.25, 0, 0.75));
    assertThat(loaded.value().matrix().get(0, 1, 0)).isEqualTo(Pmf.at(0, 200));
    assertThat(loaded.value().machineTypes()).containsExactly("type-0", "type-1");
    assertThat(loaded.notes())
        .containsExactly(
            "p.etc: 1 of 2 cells renormalised; their masses summed to 0.999000 to 0.999000");
  }

  @Test
  void sumsOffByMoreThanOnePercentAreAProblem() throws IOException {
    assertThat(refused(ONE_CELL + "2\t0.5\n"))
        .containsExactly(
            "p.etc:2: task-0 on type-0: masses sum to more than 0.01 off 1 (value 0.5); correct"
                + " the masses (is the file cut short?)");
  }

  @Test
  void everyBadLineIsTold() throws IOException {
    assertThat(
            refused(
                """
                machineCount=2;taskCount=2;
                1\t0.5
                machine=0;task=0;
                2\t-0.5
                3\tNaN
                x\t0.5
                2
                2\t0.5
                2\t0.5
                machine=0;task=0;
                machine=5;task=0;
                machine=1;task=0;
                machine=1;task=1;
                2\t0
                """))
        .containsExactly(
            "p.etc:2: neither a block nor a time with its mass (value 1?0.5); correct the line",
            "p.etc:4: task-0 on type-0: is not a mass (value -0.5); expected a number from 0 on",
            "p.etc:5: task-0 on type-0: is not a mass (value NaN); expected a number from 0 on",
            "p.etc:6: task-0 on type-0: is not a time (value x); expected a number from 0 on, in"
                + " whole ticks of 1/100",
            "p.etc:7: task-0 on type-0: neither a block nor a time with its mass (value 2); correct"
                + " the line",
            "p.etc:8: task-0 on type-0: time does not increase (value 2); sort the block by time",
            "p.etc:9: task-0 on type-0: time does not increase (value 2); sort the block by time",
            "p.etc:10: task-0 on type-0: duplicate block (value machine=0;task=0;); remove one",
            "p.etc:11: task-0 on type-5: no such cell in a PET of 2 machines and 2 tasks (value"
                + " machine=5;task=0;); correct the block or the counts in the first line",
            "p.etc: blocks missing: task-1 on type-0; is the file cut short?",
            "p.etc:3: task-0 on type-0: cell is empty; give its times and masses",
            "p.etc:12: task-0 on type-1: cell is empty; give its times and masses",
            "p.etc:13: task-1 on type-1: masses sum to 0; give a positive mass");
  }

  @Test
  void garbageIsNoPetFile() throws IOException {
    assertThat(refused("\u0000\u0001 garbage")).hasSize(1).first().asString().contains("p.etc:1:");
    assertThat(refused("")).hasSize(2);
    assertThat(refused("machineCount=999999;taskCount=999999;")).hasSize(3);
  }

  @Test
  void timesThatWouldFillTheMemoryAreRefused() throws IOException {
    assertThat(refused(ONE_CELL + "0.01\t0.5\n90000000000\t0.5\n"))
        .hasSize(1)
        .first()
        .asString()
        .contains("at most 1,000,000 are held");
  }
}
