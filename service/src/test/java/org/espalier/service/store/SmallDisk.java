package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A disk of a few megabytes that can be filled; where this user may mount one. */
public final class SmallDisk implements AutoCloseable {
  private final Path directory;
  private final Path ballast;

  private SmallDisk(Path directory) {
    this.directory = directory;
    this.ballast = directory.resolve("ballast");
  }

  /** Mounted at a directory; the test is skipped where that is not allowed. */
  public static SmallDisk mount(Path directory, int megabytes) throws IOException {
    Optional<SmallDisk> disk = mountIfAllowed(directory, megabytes);
    assumeTrue(disk.isPresent(), "this user may not mount a file system");
    return disk.orElseThrow();
  }

  /** Mounted at a directory; nothing where this user may not mount one. */
  public static Optional<SmallDisk> mountIfAllowed(Path directory, int megabytes)
      throws IOException {
    String size = "mode=0700,size=%dm".formatted(megabytes);
    boolean mounted = run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString()) == 0;
    return mounted ? Optional.of(new SmallDisk(directory)) : Optional.empty();
  }

  private static int run(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .join()
        .exitValue();
  }

  /** Until nothing more can be written. */
  public void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space");
    }
  }

  /** Takes some of it. */
  public void fill(int bytes) throws IOException {
    Files.write(ballast, new byte[bytes]);
  }

  /** Makes room again. */
  public void empty() throws IOException {
    Files.delete(ballast);
  }

  /** What still runs in it, as a launcher that is about to end, keeps it from nobody else. */
  @Override
  public void close() throws IOException {
    run("umount", "--lazy", directory.toString());
  }
}
