package org.espalier.testsupport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** A private Slurm on this computer. The test that wants one is skipped where there can be none. */
public final class SlurmCluster implements AutoCloseable {
  /** The name of its controller, beside its nodes m1, m2 and so on. */
  public static final String CONTROLLER = "slurmctld";

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
    try (InputStream in = SlurmCluster.class.getResourceAsStream("slurm.sh")) {
      Files.write(script, Objects.requireNonNull(in).readAllBytes());
    }
    String missing = run(List.of("bash", script.toString(), "missing"), "");
    Assumptions.assumeTrue(missing.isEmpty(), missing);
    List<String> up =
        new ArrayList<>(List.of("bash", script + "", "up", nodes + "", directory + ""));
    up.addAll(List.of(settings));
    return new SlurmCluster(directory, script, run(up, ""));
  }

  /** What SLURM_CONF is for its commands. */
  public String configuration() {
    return configuration;
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
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(command + ": status " + status + ": " + printed);
    }
    return printed;
  }

  /** Starts a command there, which prints both outputs to one, with variables: name, value. */
  public Process start(List<String> command, String... variables) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SLURM_CONF", configuration);
    for (int i = 0; i < variables.length; i += 2) {
      builder.environment().put(variables[i], variables[i + 1]);
    }
    return builder.redirectErrorStream(true).start();
  }

  /**
   * Sends a signal to a daemon.
   *
   * @param daemon {@link #CONTROLLER} or the name of a node
   */
  public void signal(String signal, String daemon) throws IOException, InterruptedException {
    run("bash", script.toString(), "signal", directory.toString(), signal, daemon);
  }

  /** Starts a daemon that was killed. */
  public void revive(String daemon) throws IOException, InterruptedException {
    run("bash", script.toString(), "revive", directory.toString(), daemon);
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
