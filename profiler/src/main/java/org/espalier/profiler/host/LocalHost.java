package org.espalier.profiler.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.espalier.workload.process.MachineFiles;

/**
 * This machine. A command is started by {@code posix_spawn} through a {@link WaitingShell}, in a
 * process group of its own, and waited for by {@code wait4}; a {@link Guard} cleans up after this
 * process.
 *
 * <p>The time of a command is that from the word to the waiting shell to its end, by {@link
 * System#nanoTime}. Of a program that does nothing that is 0.7 ms on a present-day machine, nearly
 * all of it the execution itself.
 */
final class LocalHost implements Host {
  private final MachineFiles files;
  private final Path scratch;
  private final Guard guard;
  private final RunCgroups cgroups;
  private final List<String> notes;
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("limits").factory());
  private final Set<LocalProcess> runs = ConcurrentHashMap.newKeySet();
  private boolean closed;

  LocalHost(MachineFiles files, Path scratch, Guard guard, RunCgroups cgroups, List<String> notes) {
    this.files = files;
    this.scratch = scratch;
    this.guard = guard;
    this.cgroups = cgroups;
    this.notes = notes;
    clock.setRemoveOnCancelPolicy(true);
    Posix.adoptOrphans();
  }

  /** Runs a command that does nothing, so that the first that is measured finds all code ready. */
  LocalHost warmed() throws MeasuringFailedException {
    try {
      RunRequest nothing = RunRequest.of(List.of(Bash.PATH, "-c", ":")).keeping(1);
      if (!run(nothing).succeeded()) {
        throw new MeasuringFailedException(Bash.PATH + " failed; check it");
      }
      return this;
    } catch (MeasuringFailedException e) {
      close();
      throw new MeasuringFailedException("cannot measure on this machine: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return this;
    }
  }

  @Override
  public String name() {
    return "this machine";
  }

  @Override
  public Optional<String> read(String file) {
    return files.read(file);
  }

  @Override
  public Optional<String> write(String file, String text) {
    return files.write(file, text);
  }

  @Override
  public List<String> list(String directory) {
    return files.list(directory);
  }

  @Override
  public Optional<String> find(String program) {
    return Programs.find(program, searchPath(Map.of()), Path.of("").toAbsolutePath());
  }

  @Override
  public String scratch() {
    return scratch.toString();
  }

  @Override
  public void putBack(String file, String text) {
    guard.putBack(files.resolve(file).toAbsolutePath().toString(), text);
  }

  @Override
  public String counted() {
    return cgroups.counted();
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public synchronized Running start(RunRequest request) throws MeasuringFailedException {
    if (closed) {
      throw new MeasuringFailedException(
          "cannot start %s: this machine was closed".formatted(request.command().getFirst()));
    }
    WaitingShell.Place place = place(request);
    Optional<OutputTail> output =
        Optional.of(request.outputBytes()).filter(bytes -> bytes > 0).map(OutputTail::new);
    try {
      WaitingShell shell =
          WaitingShell.start(request, place, output.map(OutputTail::descriptor).orElse(-1));
      tellGuard(shell);
      Optional<RunCgroup> cgroup = cgroups.enter(shell.process());
      LocalProcess run = new LocalProcess(shell, output, request, cgroup, clock, this::ended);
      runs.add(run);
      run.begin();
      return run;
    } catch (MeasuringFailedException | IllegalStateException e) {
      output.ifPresent(OutputTail::abandon);
      throw e;
    }
  }

  private void tellGuard(WaitingShell shell) {
    try {
      guard.runs(shell.group(), shell.process());
    } catch (IllegalStateException e) {
      shell.abandon();
      throw e;
    }
  }

  private void ended(LocalProcess run) {
    guard.ended(run.group());
    runs.remove(run);
  }

  private WaitingShell.Place place(RunRequest request) throws MeasuringFailedException {
    Path here = Path.of("").toAbsolutePath();
    Path directory = request.directory().map(here::resolve).orElse(here);
    String program = request.command().getFirst();
    if (!Files.isDirectory(directory)) {
      throw new MeasuringFailedException(
          "cannot start %s in %s: there is no such directory; make it first"
              .formatted(program, directory));
    }
    Map<String, String> environment = new HashMap<>(request.environment());
    environment.put(guard.marker(), "1");
    return new WaitingShell.Place(
        Programs.locate(program, searchPath(request.environment()), directory),
        directory,
        Bash.environment(environment));
  }

  private static String searchPath(Map<String, String> environment) {
    String own = System.getenv().getOrDefault("PATH", Programs.USUAL_PATH);
    return environment.getOrDefault("PATH", own);
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      runs.forEach(LocalProcess::close);
      clock.shutdownNow();
      guard.close();
      cgroups.close();
    }
  }
}
