package org.espalier.profiler.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * This machine by the JDK's processes, as simply as can be: for tests that need real files and
 * programs. It keeps the commands that it was given.
 */
public class ProcessHost implements Host {
  private final Path scratch;
  private final List<List<String>> commands = new ArrayList<>();

  /** Has its scratch files in a directory. */
  public ProcessHost(Path scratch) {
    this.scratch = scratch;
  }

  /** What was started, in order. */
  public List<List<String>> commands() {
    return commands;
  }

  @Override
  public String name() {
    return "this machine";
  }

  @Override
  public Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** {@inheritDoc} Scratch files only. */
  @Override
  public Optional<String> write(String file, String text) {
    if (!Path.of(file).startsWith(scratch)) {
      return Optional.of("tests leave this machine as it is");
    }
    if (!Files.exists(Path.of(file))) {
      return Optional.of("there is no such file");
    }
    try {
      Files.writeString(Path.of(file), text);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  @Override
  public List<String> list(String directory) {
    try (Stream<Path> files = Files.list(Path.of(directory))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public Optional<String> find(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  @Override
  public String scratch() {
    return scratch.toString();
  }

  @Override
  public Running start(RunRequest request) throws MeasuringFailedException {
    commands.add(request.command());
    long begin = System.nanoTime();
    try {
      ProcessBuilder builder = new ProcessBuilder(request.command()).redirectErrorStream(true);
      builder.environment().putAll(request.environment());
      return new Started(builder.start(), begin, request);
    } catch (IOException e) {
      throw new MeasuringFailedException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void putBack(String file, String text) {
    throw new AssertionError("tests leave this machine as it is: " + file);
  }

  @Override
  public void close() {}

  /** A process whose output is read at its end, so it must be short. */
  private record Started(Process process, long begin, RunRequest request) implements Running {
    private static final int FIRST_SIGNAL = 128;
    private static final Resources SOME =
        new Resources(
            OptionalDouble.of(0.5),
            OptionalDouble.of(0.25),
            OptionalLong.of(1_000_000),
            OptionalLong.of(3),
            OptionalLong.of(0));

    @Override
    public RunOutcome await() throws InterruptedException {
      long limit = request.limit().map(Duration::toMillis).orElse(Long.MAX_VALUE / 1_000_000);
      boolean ended = process.waitFor(limit, TimeUnit.MILLISECONDS);
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (!ended) {
        return new RunOutcome(RunOutcome.End.TIMED_OUT, 9, seconds, SOME, "");
      }
      int code = process.exitValue();
      return code > FIRST_SIGNAL
          ? new RunOutcome(RunOutcome.End.SIGNALLED, code - FIRST_SIGNAL, seconds, SOME, output())
          : new RunOutcome(RunOutcome.End.EXITED, code, seconds, SOME, output());
    }

    private String output() {
      try {
        String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return all.substring(Math.max(0, all.length() - request.outputBytes()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
