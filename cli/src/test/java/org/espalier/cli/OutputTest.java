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

  /** Where standard output is a file, that has what was asked for and nothing else. */
  @Test
  void whatStandardOutputIsNamedForIsAllItGets() throws Exception {
    Path samples =
        Files.writeString(
            directory.resolve("times.csv"),
            "task_type,machine_type,execution_time_s\na,m,1\na,m,2\n");
    Path out = Files.writeString(directory.resolve("out"), "# before\n");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(
                CommandJvm.command(
                    List.of("pet", "build", samples.toString(), "--output=/dev/stdout")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(out)
        .content()
        .startsWith("# before\n# tick 1 ms, step ")
        .endsWith("\na,m,1,0.5\na,m,2,0.5\n");
    assertThat(err).content().contains("samples: 2 for 1 task type", "wrote /dev/stdout");
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
