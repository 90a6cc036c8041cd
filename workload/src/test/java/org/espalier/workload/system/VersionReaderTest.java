package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionReaderTest {
  @TempDir Path directory;
  private final Problems problems = new Problems();

  private Optional<HcSystem> read(String versions) throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 s, step 1
        task_type,machine_type,p_state,time_s,mass
        h720,node,0,9,1
        h480,node,0,5,1
        thumb,node,0,1,1
        """);
    Path file =
        Files.writeString(
            directory.resolve("system.yaml"),
            "name: s\ntick: 1 s\npet: times.pet.csv\nversions:\n" + versions.indent(2));
    return SystemFiles.read(file, problems).map(Loaded::value);
  }

  @Test
  void typesHaveTheirVersionsAndKeepThemInAFile() throws IOException {
    HcSystem system = read("h720: {h480: 0.7, thumb: 0.1}\nh480: {thumb: 0.2}").orElseThrow();

    assertThat(system.taskTypes())
        .extracting(TaskType::versions)
        .containsExactly(
            List.of(new Version(0, 1), new Version(1, 0.7), new Version(2, 0.1)),
            List.of(new Version(1, 1), new Version(2, 0.2)),
            List.of(new Version(2, 1)));
    Path again = directory.resolve("again.yaml");
    SystemParts parts = SystemParts.of(again, system);
    SystemFiles.write(again, system, parts);
    Files.copy(directory.resolve("times.pet.csv"), parts.pet());
    assertThat(SystemFiles.read(again, problems).orElseThrow().value().taskTypes())
        .isEqualTo(system.taskTypes());
    assertThat(problems.isEmpty()).isTrue();
  }

  @Test
  void allThatIsWrongIsToldAtOnceWithItsLine() throws IOException {
    assertThat(
            read(
                """
                h720: {h480: 1.5, thumb: -0.1, h720: 1}
                h480: {thumb: nan, h999: 0.5}
                thumb: {h480: 0.2}
                h900: {thumb: 0.1}\
                """))
        .isEmpty();
    assertThat(problems.listed())
        .extracting(Problem::toString)
        .anyMatch(told -> told.matches("(?s).*:5: versions.h720.h480: .*from 1.0E-9 to 1.*"))
        .anyMatch(told -> told.matches("(?s).*:5: versions.h720.thumb: .*from 1.0E-9 to 1.*"))
        .anyMatch(told -> told.matches("(?s).*:5: versions.h720.h720: is the type itself.*"))
        .anyMatch(told -> told.matches("(?s).*:6: versions.h480.thumb: .*"))
        .anyMatch(told -> told.matches("(?s).*:6: versions.h480.h999: is no task type.*"))
        .anyMatch(told -> told.matches("(?s).*:8: versions.h900: is no task type.*"));
  }

  @Test
  void versionsInACircleAreRefused() throws IOException {
    assertThat(read("h720: {h480: 0.7}\nh480: {thumb: 0.5}\nthumb: {h720: 0.5}")).isEmpty();
    assertThat(problems.listed())
        .hasSize(3)
        .allMatch(problem -> problem.toString().contains("is a version of its own versions"));
  }
}
