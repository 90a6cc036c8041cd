package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

final class OutputTest {
  @TempDir Path directory;

  @Test
  @EnabledIf("hasFullDevice")
  void outputThatCannotBeWrittenIsAFailure() throws Exception {
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(CommandJvm.command(List.of("policies")))
            .redirectOutput(Path.of("/dev/full").toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).isEqualTo(ExitCode.USAGE);
    assertThat(err).content().contains("standard output could not be written: No space left");
  }

  static boolean hasFullDevice() {
    return Files.isWritable(Path.of("/dev/full"));
  }

  @Test
  void aReaderThatHasReadEnoughIsNoFailure() {
    Output closed = new Output(failing("Broken pipe"));
    assertThatThrownBy(() -> closed.write(1)).isInstanceOf(IOException.class);
    assertThat(closed.failure()).isEmpty();
    Output full = new Output(failing("No space left on device"));
    assertThatThrownBy(() -> full.write(1)).isInstanceOf(IOException.class);
    assertThat(full.failure()).isPresent();
  }

  private static OutputStream failing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(reason);
      }
    };
  }
}
