package org.espalier.service.backend;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shell that runs the commands of one machine, {@code launcher.sh}. One is used for many runs,
 * since to start it, with the machine's nice value and CPUs, costs more than to run a command. It
 * lives in a session of its own: signals to the service do not reach it.
 */
record Launcher(Process process, OutputStream requests, BufferedReader answers, Path errors)
    implements AutoCloseable {
  /** So much later than at its deadline a keeper ends its command, if nobody else has. */
  static final Duration MARGIN = Duration.ofMillis(250);

  /**
   * Starts the launcher of a machine; its first answer tells whether it could be started.
   *
   * @param script the launcher's program
   * @param note where it finds what it is to put back in the end
   * @param errors where it says what is wrong
   */
  static Launcher start(
      LocalSettings settings, MachineLimits limits, Path script, Path note, Path errors)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(settings, limits, script, note))
            .directory(new File("/")) // so that it stays in none that is taken away
            .redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().putAll(settings.environment());
    builder.environment().putAll(limits.environment());
    Process process = builder.start();
    return new Launcher(
        process,
        process.getOutputStream(),
        process.inputReader(StandardCharsets.ISO_8859_1),
        errors);
  }

  private static List<String> command(
      LocalSettings settings, MachineLimits limits, Path script, Path note) {
    List<String> command = new ArrayList<>();
    if (limits.nice() > 0) {
      command.addAll(List.of("nice", "-n", Integer.toString(limits.nice())));
    }
    if (!limits.cpus().isEmpty()) {
      command.addAll(List.of("taskset", "-c", limits.cpus()));
    }
    command.addAll(List.of("setsid", "/bin/sh", script.toString()));
    command.add(Long.toString(limits.outputBytes()));
    command.add(settings.workingDirectory().toAbsolutePath().toString());
    command.add(note.toString());
    return command;
  }

  int pid() {
    return Math.toIntExact(process.pid());
  }

  /** Asks it to run a command. */
  void request(LocalRun run, Duration grace, Optional<Path> output, List<String> command)
      throws IOException {
    String request = encode(run, grace, output, command);
    requests.write(request.getBytes(StandardCharsets.UTF_8));
    requests.flush();
  }

  private static String encode(
      LocalRun run, Duration grace, Optional<Path> output, List<String> command) {
    Launch launch = run.launch();
    StringBuilder lines = new StringBuilder(256);
    lines.append(run.directory().path()).append('\n');
    lines.append(output.map(Path::toString).orElse("")).append('\n');
    lines.append(run.cgroup().map(each -> each.path().toString()).orElse("")).append('\n');
    lines
        .append(
            run.left().map(left -> seconds(left.plus(MARGIN)) + " " + seconds(grace)).orElse(""))
        .append('\n');
    lines.append(launch.id().task()).append('\n');
    lines.append(launch.id().attempt()).append('\n');
    lines.append(launch.execution().deadline().map(Instant::toString).orElse("")).append('\n');
    lines.append(launch.execution().pState()).append('\n');
    for (String argument : command) {
      lines.append(encode(argument)).append('\n');
    }
    return lines.append(".\n").toString();
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(Math.max(0, time.toMillis()), 3).toPlainString();
  }

  private static String encode(String argument) {
    int last = argument.lastIndexOf('\n');
    String before = last < 0 ? "" : "+" + argument.substring(0, last).replace("\n", "\n+") + "\n";
    return before + "=" + argument.substring(last + 1);
  }

  /** Its next answer; empty if it is gone. */
  Optional<String> answer() {
    try {
      return Optional.ofNullable(answers.readLine());
    } catch (IOException closed) {
      return Optional.empty();
    }
  }

  /** What it says about why it is gone. */
  String complaint() {
    try {
      return Files.readString(errors, StandardCharsets.ISO_8859_1).strip().replace('\n', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  /** Lets it end after the present run; may be called at any time by any thread. */
  @Override
  public void close() {
    try {
      requests.close();
    } catch (IOException gone) {
      return;
    }
  }
}
