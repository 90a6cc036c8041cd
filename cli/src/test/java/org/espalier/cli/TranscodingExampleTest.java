package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.plan.ProfilePlanReader;
import org.espalier.service.LiveServer;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.Commands;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transcoding example, with a system as its plan writes it; nothing is transcoded. */
class TranscodingExampleTest {
  private static final Path EXAMPLE = Repository.file("examples/transcoding");

  @TempDir private Path directory;
  private ProfilePlan plan;
  private LiveSettings settings;

  @BeforeEach
  void read() throws IOException {
    plan =
        Problems.demand(problems ->
            ProfilePlanReader.read(EXAMPLE.resolve("plan.yaml"), OptionalLong.empty(), problems));
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: transcoding\ntick: 1 ms\nmachines: [{type: cpu-0}, {type: cpu-1}]\n"
            + "pet: {samples: times.csv, step: 50 ms}\n");
    StringBuilder times = new StringBuilder("task_type,machine_type,execution_time_s\n");
    for (String type : taskTypes()) {
      plan.machines().forEach(machine -> times.append("%s,%s,1\n".formatted(type, machine.name())));
    }
    Files.writeString(directory.resolve("times.csv"), times);
    Path live = Files.copy(EXAMPLE.resolve("live.yaml"), directory.resolve("live.yaml"));
    settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private List<String> taskTypes() {
    return plan.applications().stream().map(application -> application.taskType()).toList();
  }

  @Test
  void everyTaskTypeIsMeasuredAndMakesASegmentOfAnyClip() {
    Commands commands = settings.scheduler().commands();
    assertThat(taskTypes()).hasSize(5);
    for (String type : taskTypes()) {
      List<String> clips = commands.choices(type).getOrDefault("clip", List.of());
      assertThat(clips).hasSize(5);
      for (String clip : clips) {
        Submission segment = new Submission(type, Map.of("clip", clip), Optional.empty());
        assertThat(commands.command(segment, "", 0))
            .startsWith("ffmpeg")
            .contains(clip + "=size=1280x720:rate=25");
      }
    }
  }

  @Test
  void machinesAreTheCpusThatWereMeasured() {
    LocalSettings backend = (LocalSettings) settings.backend();
    assertThat(plan.machines()).hasSize(2);
    backend
        .machines()
        .forEach((name, limits) -> assertThat(name).startsWith("cpu-" + limits.cpus()));
  }

  @Test
  void serviceStartsInADirectoryThatIsNotThereYet() {
    Path data = directory.resolve("new/data");
    Path file = directory.resolve("live.yaml");
    LiveSettings there = LiveFiles.read(file, PolicyRegistry.builtIn(), Optional.of(data)).value();
    try (LiveServer server = LiveServer.start(there.onPort(0))) {
      assertThat(server.address()).startsWith("http://127.0.0.1:");
    }
    assertThat(data.resolve("espalier.db")).exists();
  }
}
