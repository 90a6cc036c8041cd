package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A private Slurm on this computer. The test that wants one is skipped where there can be none. */
public final class SlurmCluster implements AutoCloseable {
  private final Path directory;
  private final Path script;
  private final String configuration;

  private SlurmCluster(Path directory, Path script, String configuration) {
    this.directory = directory;
    this.script = script;
    this.configuration = configuration;
  }

  /**
   * Starts one.
   *
   * @param directory takes all its files
   * @param settings lines of its configuration
   */
  public static SlurmCluster start(Path directory, int nodes, String... settings)
      throws IOException, InterruptedException {
    Path script = directory.resolve("slurm.sh");
    try (InputStream in =
        SlurmCluster.class.getResourceAsStream("/org/espalier/testsupport/slurm.sh")) {
      Files.write(script, in.readAllBytes());
    }
    String missing = run(List.of("bash", script.toString(), "missing"), "");
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    List<String> up =
        new ArrayList<>(List.of("bash", script + "", "up", nodes + "", directory + ""));
    up.addAll(List.of(settings));
    return new SlurmCluster(directory, script, run(up, ""));
  }

  /** What a command prints that succeeds on a computer of this cluster. */
  public String run(String... command) throws IOException, InterruptedException {
    return run(Arrays.asList(command), configuration);
  }

  private static String run(List<String> command, String configuration)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", configuration);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as("%s: %s", command, printed).isZero();
    return printed;
  }

  /** Starts {@code espalier}, which prints both outputs to one. */
  public Process espalier(List<?> arguments, String... variables) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(CommandJvm.command(arguments));
    builder.environment().put("SLURM_CONF", configuration);
    for (int i = 0; i < variables.length; i += 2) {
      builder.environment().put(variables[i], variables[i + 1]);
    }
    return builder.redirectErrorStream(true).start();
  }

  @Override
  public void close() throws IOException {
    try {
      run(List.of("bash", script.toString(), "down", directory.toString()), "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
