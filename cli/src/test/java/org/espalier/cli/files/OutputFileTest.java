package org.espalier.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.report.OwnDirectory;
import org.espalier.workload.text.CsvFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputFileTest {
  @TempDir private Path directory;

  private static void write(Path file) throws IOException {
    OutputFile.check("-o", file);
    OutputFile.write(file, part -> Files.writeString(part, "new"));
  }

  @Test
  void aLinkIsFollowedAndStays() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));

    write(link);

    assertThat(link).isSymbolicLink().hasContent("new");
    assertThat(real).hasContent("new");
    assertThat(directory).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void aLinkToWhatIsNotThereYetIsFollowed() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    Path astray = Files.createSymbolicLink(directory.resolve("astray"), Path.of("no", "real"));

    write(link);

    assertThat(link).isSymbolicLink().hasContent("new");
    assertThat(directory.resolve("real")).isRegularFile();
    assertThatThrownBy(() -> write(astray)).hasMessageContaining("there is no directory");
  }

  @Test
  void whatSeveralAddAtOnceIsAllThere() throws IOException {
    Path file = directory.resolve("file");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("file"));

    IntStream.range(0, 40).parallel().forEach(i -> addLine(i % 2 == 0 ? file : link));

    assertThat(file).content().hasLineCount(40);
    assertThat(directory).isDirectoryContaining("glob:**/.file.lock");
  }

  private static void addLine(Path file) {
    try {
      OutputFile.alone(
          file,
          () -> {
            String before = Files.exists(file) ? Files.readString(file) : "";
            OutputFile.write(file, part -> Files.writeString(part, before + "line\n"));
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void resultsGoToTheDirectoryThatALinkNames() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
    for (int round = 0; round < 2; round++) {
      OwnDirectory own = new OwnDirectory(link, Set.of("x"));
      assertThat(own.obstacle()).isEmpty();
      own.write(draft -> Files.writeString(draft.resolve("x"), "new"));
    }

    assertThat(link).isSymbolicLink();
    assertThat(directory.resolve("real/x")).hasContent("new");
  }

  @Test
  void aPipeStaysOneAndGetsTheContent() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<String> got =
        CompletableFuture.supplyAsync(() -> {
          try {
            return Files.readString(pipe);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });

    write(pipe);

    assertThat(got.get(5, TimeUnit.MINUTES)).isEqualTo("new");
    assertThat(Files.isRegularFile(pipe, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  /** It is full while rows are written, of which the library for CSV tells in a way of its own. */
  @Test
  void aFullDiskIsToldWithTheNameOfTheFile() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.isWritable(full), "no device that is full");
    Path file = directory.resolve("file");
    List<String> row = List.of("x".repeat(100_000));

    assertThatThrownBy(
            () -> OutputFile.write(file, _ -> CsvFile.write(full, row, Stream.of(row, row, row))))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(file + ": No space left");
  }

  /** A directory below the devices, as that of shared memory, has ordinary files. */
  @Test
  void aFileInSharedMemoryIsReplacedWhole() throws IOException {
    Path shared = Path.of("/dev/shm");
    Assumptions.assumeTrue(Files.isWritable(shared), "no shared memory to write to");
    Path file = Files.createTempFile(shared, "espalier", ".csv");
    try {
      Files.writeString(file, "longer than the new");
      write(file);
      assertThat(file).hasContent("new");
      Files.delete(file);
      write(file);
      assertThat(file).hasContent("new");
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** A device of its own: as root, a mistake would take /dev/null from the whole computer. */
  @Test
  void aDeviceStaysOne() throws Exception {
    Path device = directory.resolve("null");
    Process made = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").start();
    Assumptions.assumeTrue(made.waitFor() == 0, "only root may make a device");

    write(device);

    assertThat(Files.readAttributes(device, BasicFileAttributes.class).isOther()).isTrue();
    assertThat(directory).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void aFailureLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "old");

    assertThatThrownBy(() ->
            OutputFile.write(
                file,
                part -> {
                  Files.writeString(part, "half");
                  throw new IOException("full");
                }))
        .hasMessage(file + ": full");
    assertThat(file).hasContent("old");
    assertThat(directory).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsToldBefore() {
    for (String file : List.of("/proc/nothing.csv", "/sys/nothing.csv")) {
      assertThatThrownBy(() -> OutputFile.check("-o", Path.of(file)))
          .isInstanceOf(CommandFailure.class)
          .hasMessage("-o: %s cannot be written; name a file where you may write", file);
    }
  }
}
