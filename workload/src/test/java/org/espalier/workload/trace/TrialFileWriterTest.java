package org.espalier.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written in the format of the papers is read back, first arrivals included. */
class TrialFileWriterTest {
  private static final PetMatrix PET =
      PetMatrix.of(new Pmf[][] {{Pmf.at(500, 1)}, {Pmf.at(500, 1)}});

  @TempDir Path directory;

  private static TypedWorkload typed(Duration tick, long... times) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < times.length; i += 2) {
      tasks.add(new Task(i / 2, i / 2 % 2, times[i], times[i + 1]));
    }
    return new TypedWorkload(new Workload("t", tasks), List.of("a", "b"), tick);
  }

  private Loaded<Workload> roundTrip(TypedWorkload typed) throws IOException {
    Path file = directory.resolve("t.dat");
    assertThat(TrialFileWriter.write(file, typed)).isZero();
    return TrialFiles.read(file, PET);
  }

  @Test
  void theFormat() throws IOException {
    TypedWorkload typed = typed(Duration.ofNanos(10_000), 50, 1050, 900, 1900, 1000, 2000);
    assertThat(roundTrip(typed).value()).isEqualTo(typed.workload());
    assertThat(directory.resolve("t.dat"))
        .hasContent("taskCount=3;\n0.50 0 10.50;\n9.00 1 19.00;\n10.00 0 20.00;\n");
  }

  @Test
  void firstArrivalsThatLookDamagedAreReadBack() throws IOException {
    Duration tick = Duration.ofNanos(10_000);
    List<TypedWorkload> all =
        List.of(
            typed(tick, 0, 2000, 2000, 2500, 2000, 3000),
            typed(tick, 0, 2000),
            typed(tick, 1, 10_101, 20_000, 20_001, 20_000, 20_100));
    for (TypedWorkload typed : all) {
      Loaded<Workload> read = roundTrip(typed);
      assertThat(read.value()).isEqualTo(typed.workload());
      assertThat(read.notes()).isEmpty();
    }
  }

  @Test
  void timesThatAreNoHundredthsAreRoundedAndCounted() throws IOException {
    Path file = directory.resolve("t.dat");
    TypedWorkload typed = typed(Duration.ofNanos(1000), 4, 14, 20, 30);
    assertThat(TrialFileWriter.write(file, typed)).isEqualTo(2);
    assertThat(Files.readString(file)).contains(" 0 0.01;").contains("0.02 1 0.03;");
  }
}
