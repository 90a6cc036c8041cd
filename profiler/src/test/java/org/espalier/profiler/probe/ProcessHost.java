package org.espalier.profiler.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.profiler.host.CannotRunException;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.host.Running;

/** This machine, as simply as can be: for tests that need real files and programs. */
class ProcessHost implements Host {
  private final Path scratch;

  ProcessHost(Path scratch) {
    this.scratch = scratch;
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

  @Override
  public Optional<String> write(String file, String text) {
    return Optional.of("tests leave this machine as it is");
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
  public Running start(RunRequest request) throws CannotRunException {
    try {
      ProcessBuilder builder = new ProcessBuilder(request.command()).redirectErrorStream(true);
      builder.environment().putAll(request.environment());
      return new Started(builder.start(), request);
    } catch (IOException e) {
      throw new CannotRunException(e.getMessage());
    }
  }

  @Override
  public void putBack(String file, String text) {
    throw new AssertionError("tests leave this machine as it is: " + file);
  }

  @Override
  public void close() {}

  /** A process whose output is read at its end, so it must be short. */
  private record Started(Process process, RunRequest request) implements Running {
    @Override
    public RunOutcome await() throws InterruptedException {
      long limit = request.limit().map(Duration::toMillis).orElse(Long.MAX_VALUE / 1_000_000);
      boolean ended = process.waitFor(limit, TimeUnit.MILLISECONDS);
      return new RunOutcome(
          ended ? RunOutcome.End.EXITED : RunOutcome.End.TIMED_OUT,
          ended ? process.exitValue() : 9,
          0,
          new Resources(
              OptionalDouble.of(0),
              OptionalDouble.of(0),
              OptionalLong.of(1),
              OptionalLong.of(0),
              OptionalLong.of(0)),
          ended && request.outputBytes() > 0 ? text() : "");
    }

    private String text() {
      try {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
