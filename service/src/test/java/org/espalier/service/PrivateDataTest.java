package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.service.backend.BackendException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other users of the computer get at nothing that a service keeps, and a service leaves nothing.
 */
class PrivateDataTest {
  @TempDir private Path directory;

  @Test
  void nobodyElseGetsAtFilesAndPipes() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ServiceProcess service = ServiceProcess.start(directory, "umask 022; ");
        Client client = new Client(service.address())) {
      long id = Client.id(client.submit("stubborn", "waits", "in 600 s"));
      await().until(() -> Files.exists(system.ran()));

      assertThat(open(data)).isEmpty();
      assertThat(names(data))
          .contains("espalier.db", "espalier.db-wal", "claim", "out", "err", "stdout");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(system.ran())))
          .as("what commands make has the rights it always had")
          .isEqualTo("rw-r--r--");
      client.delete("/v1/tasks/" + id);
      await().until(() -> client.json("/v1/tasks/" + id).has("ended"));
    }
  }

  @Test
  void whatAnEarlierVersionLeftOpenIsShut() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    LiveServer.start(system.settings()).close();
    Path local = directory.resolve("data/local");
    Files.setPosixFilePermissions(local, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(system.store(), PosixFilePermissions.fromString("rw-r--r--"));
    LiveServer.start(system.settings()).close();
    assertThat(List.of(rights(local), rights(system.store())))
        .containsExactly("rwx------", "rw-------");
  }

  @Test
  void aDirectoryInWhichOthersMayWriteIsRefused() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxr-x"));
    assertThatThrownBy(() -> LiveServer.start(system.settings()))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("chmod go-w " + data);
    assertThat(names(data)).as("nothing was made").isEmpty();
  }

  /** What others get at: what is open to them in directories that are. */
  private static List<String> open(Path directory) throws IOException {
    List<String> open = new ArrayList<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path path : all.filter(path -> !rights(path).endsWith("------")).toList()) {
        open.add(rights(path) + " " + path);
      }
    }
    return open;
  }

  private static String rights(Path path) {
    try {
      return PosixFilePermissions.toString(
          Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root).skip(1)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }
}
