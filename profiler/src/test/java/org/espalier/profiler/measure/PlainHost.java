package org.espalier.profiler.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.espalier.profiler.host.CannotRunException;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.host.Running;

/** This machine by the JDK's processes: no pinning and no limits, and it keeps the commands run. */
final class PlainHost implements Host {
  private final Path scratch;
  private final List<List<String>> commands = new ArrayList<>();

  PlainHost(Path scratch) {
    this.scratch = scratch;
  }

  List<List<String>> commands() {
    return commands;
  }

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> write(String file, String text) {
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
    return List.of();
  }

  @Override
  public Optional<String> find(String program) {
    return Optional.of(program);
  }

  @Override
  public String scratch() {
    return scratch.toString();
  }

  @Override
  public Running start(RunRequest request) throws CannotRunException {
    commands.add(request.command());
    long begin = System.nanoTime();
    try {
      Process process = new ProcessBuilder(request.command()).redirectErrorStream(true).start();
      return new PlainRunning(process, begin, request.outputBytes());
    } catch (IOException e) {
      throw new CannotRunException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void putBack(String file, String text) {}

  @Override
  public void close() {}

  private record PlainRunning(Process process, long begin, int outputBytes) implements Running {
    @Override
    public RunOutcome await() throws InterruptedException {
      int code = process.waitFor();
      double seconds = (System.nanoTime() - begin) / 1e9;
      boolean signalled = code > 128;
      return new RunOutcome(
          signalled ? RunOutcome.End.SIGNALLED : RunOutcome.End.EXITED,
          signalled ? code - 128 : code,
          seconds,
          new Resources(
              OptionalDouble.of(0.5),
              OptionalDouble.of(0.25),
              OptionalLong.of(1_000_000),
              OptionalLong.of(3),
              OptionalLong.of(0)),
          output());
    }

    private String output() {
      try {
        String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return all.substring(Math.max(0, all.length() - outputBytes));
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
