package org.espalier.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  private static final int TIMES = 300;

  @TempDir private Path directory;

  /** As a service that is killed at any moment leaves it to the next. */
  @Test
  void whatIsReplacedIsThereAtEveryMoment() throws Exception {
    Path file = directory.resolve("note");
    PrivateFiles.replace(file, "text");
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> writer =
          threads.submit(() -> {
            for (int i = 0; i < TIMES; i++) {
              PrivateFiles.replace(file, "text");
            }
            return null;
          });
      while (!writer.isDone()) {
        assertThat(Files.readString(file)).isEqualTo("text");
      }
      writer.get();
    }
  }
}
