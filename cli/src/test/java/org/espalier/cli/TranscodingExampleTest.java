package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.live.Submission;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transcoding example, laid out as its script does it; nothing is transcoded. */
class TranscodingExampleTest {
  @TempDir private Path directory;
  private LiveSettings settings;

  @BeforeEach
  void read() throws IOException {
    Path example = Repository.file("examples/transcoding");
    for (String name : List.of("live.yaml", "system.yaml", "times.csv")) {
      Files.copy(example.resolve(name), directory.resolve(name));
    }
    Files.createFile(Files.createDirectory(directory.resolve("clips")).resolve("bars.mp4"));
    Path live = directory.resolve("live.yaml");
    settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private Submission segment(TaskType type, String clip) {
    Map<String, String> values = Map.of("clip", clip, "name", "segment-1");
    return new Submission(type.name(), values, Optional.empty());
  }

  @Test
  void everyTaskTypeMakesASegmentOfAClip() {
    List<TaskType> types = settings.scheduler().system().taskTypes();
    assertThat(types).hasSize(5);
    for (TaskType type : types) {
      List<String> command = settings.scheduler().commands().command(segment(type, "bars.mp4"));
      assertThat(command).startsWith("ffmpeg").contains(directory + "/clips/bars.mp4");
      assertThat(command.getLast()).startsWith("out/segment-1.");
      assertThat(settings.scheduler().commands().faults(segment(type, "other.mp4"), "")).hasSize(1);
    }
  }

  @Test
  void slowMachinesGiveWayToFastOnesOfTheSameCpu() {
    LocalSettings backend = (LocalSettings) settings.backend();
    backend
        .machines()
        .forEach((name, limits) -> {
          assertThat(limits.nice() > 0).as(name).isEqualTo(name.startsWith("slow"));
          assertThat(limits.cpus()).isEqualTo(name.substring(name.length() - 1));
        });
  }

  @Test
  void serviceStartsInADirectoryThatIsNotThereYet() {
    Path data = directory.resolve("new/data");
    try (LiveServer server = LiveServer.start(settings.inDirectory(data).onPort(0))) {
      assertThat(server.address()).startsWith("http://127.0.0.1:");
    }
    assertThat(data.resolve("espalier.db")).exists();
  }
}
