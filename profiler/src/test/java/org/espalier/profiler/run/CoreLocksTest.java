package org.espalier.profiler.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.espalier.profiler.host.MeasuringFailedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks on cores, in a directory where others may write too. */
class CoreLocksTest {
  @TempDir private Path directory;

  @Test
  void aCoreIsTakenOnceAtATime() throws IOException, MeasuringFailedException {
    CoreLocks first = CoreLocks.take(directory, List.of(0, 1));

    assertThatThrownBy(() -> CoreLocks.take(directory, List.of(1, 2)))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("cores [1]");
    first.close();
    CoreLocks.take(directory, List.of(1, 2)).close();
  }

  @Test
  void otherUsersMayLockToo() throws IOException, MeasuringFailedException {
    CoreLocks.take(directory, List.of(0)).close();

    Path file = directory.resolve("espalier-profile-core-0.lock");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-rw-");
  }

  @Test
  void aLinkOfSomeoneElseIsNotFollowed() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "mine");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Files.createSymbolicLink(directory.resolve("espalier-profile-core-0.lock"), secret);

    assertThatThrownBy(() -> CoreLocks.take(directory, List.of(0))).isInstanceOf(IOException.class);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
  }
}
