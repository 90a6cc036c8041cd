package org.espalier.service.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The least service that keeps the promise: it writes down what it launches before it does, and
 * what ended before it launches again. It runs in a process that is killed.
 *
 * <p>Each task appends its number to the file {@code ran}. A launch that never began is launched
 * again, as another attempt.
 */
final class KilledService implements LaunchListener {
  static final List<String> MACHINES = List.of("m1", "m2", "m3");
  private static final int MOST_TASKS = 100_000;

  private final Path directory;
  private final Path facts;
  private final Map<LaunchId, Launch> running = new LinkedHashMap<>();
  private final Queue<LaunchId> again = new ArrayDeque<>();
  private final Map<LaunchId, LaunchEnd.Kind> ends = new HashMap<>();
  private boolean accepting;
  private long tasks;
  private LocalBackend backend;

  KilledService(Path directory, boolean accepting) throws IOException {
    this.directory = directory;
    this.facts = directory.resolve("facts");
    this.accepting = accepting;
    if (Files.exists(facts)) {
      Files.readAllLines(facts).forEach(this::recall);
    }
    Map<String, MachineLimits> machines = new HashMap<>();
    for (String machine : MACHINES) {
      machines.put(machine, new MachineLimits("", 0, 0, 1000, Duration.ofMillis(200), Map.of()));
    }
    backend =
        LocalBackend.open(
            LocalFixtures.settings(directory.resolve("state"), machines, 1_000_000), this);
  }

  /** Runs until it is killed. */
  public static void main(String[] args) throws Exception {
    new KilledService(Path.of(args[0]), true).begin();
    Thread.sleep(60_000);
  }

  synchronized void begin() throws IOException {
    backend.adopt(List.copyOf(running.values()));
    for (String machine : MACHINES) {
      if (running.values().stream().noneMatch(launch -> launch.machine().equals(machine))) {
        launchNext(machine);
      }
    }
  }

  synchronized boolean isIdle() {
    return running.isEmpty() && again.isEmpty();
  }

  synchronized long tasks() {
    return tasks;
  }

  synchronized Map<LaunchId, LaunchEnd.Kind> ends() {
    return Map.copyOf(ends);
  }

  void close() {
    backend.close();
  }

  private void recall(String fact) {
    String[] words = fact.split(" ");
    LaunchId id = new LaunchId(Long.parseLong(words[1]), Integer.parseInt(words[2]));
    if (words[0].equals("launch")) {
      tasks = Math.max(tasks, id.task());
      again.remove(id);
      running.put(id, launchOf(id, words[3]));
    } else {
      note(id, LaunchEnd.Kind.valueOf(words[3]));
    }
  }

  private void note(LaunchId id, LaunchEnd.Kind kind) {
    if (running.remove(id) == null || ends.put(id, kind) != null) {
      throw new IllegalStateException("told twice or unknown: " + id);
    }
    if (kind == LaunchEnd.Kind.NEVER_BEGAN) {
      again.add(new LaunchId(id.task(), id.attempt() + 1));
    }
  }

  @Override
  public void beganAtOnce(LaunchId launch) {}

  @Override
  public void began(LaunchId launch, Duration ago) {}

  @Override
  public synchronized void ended(LaunchEnd end) {
    try {
      String machine = running.get(end.id()).machine();
      write("ended %d %d %s".formatted(end.id().task(), end.id().attempt(), end.kind()));
      note(end.id(), end.kind());
      launchNext(machine);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void launchNext(String machine) throws IOException {
    LaunchId id = again.poll();
    if (id == null && accepting && tasks < MOST_TASKS) {
      id = new LaunchId(++tasks, 1);
    }
    if (id != null) {
      write("launch %d %d %s".formatted(id.task(), id.attempt(), machine));
      running.put(id, launchOf(id, machine));
      backend.launch(running.get(id));
    }
  }

  private Launch launchOf(LaunchId id, String machine) {
    String script = "echo $1 >>\"$2\"; [ $(($1 % 3)) = 0 ] || sleep 0.0$(($1 % 7))";
    return new Launch(
        id,
        machine,
        List.of("/bin/sh", "-c", script, "sh", id.task() + "", directory.resolve("ran").toString()),
        id.task() % 4 == 0);
  }

  private void write(String fact) throws IOException {
    Files.writeString(facts, fact + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
