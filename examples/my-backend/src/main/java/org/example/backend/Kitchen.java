package org.example.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;

/**
 * Ovens, each of which bakes one thing at a time, as in {@code [bake, "1.5"]}, seconds. They go on
 * while the service is down: what is in an oven stands in a file with its times, which the next
 * process reads.
 */
final class Kitchen implements Backend {
  /**
   * What is in an oven.
   *
   * @param since when it began, in milliseconds since 1970
   * @param time how long it takes, in milliseconds
   * @param limit what it is stopped for; empty if it may end by itself
   */
  private record Baking(LaunchId id, String oven, long since, long time, String limit) {}

  private final Path directory;
  private final LaunchListener listener;
  private final Map<String, Deque<Launch>> waiting = new HashMap<>();
  private final Map<String, Baking> baking = new HashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private boolean adopted;

  Kitchen(Path directory, Set<String> ovens, LaunchListener listener) {
    this.directory = directory;
    this.listener = listener;
    ovens.forEach(oven -> waiting.put(oven, new ArrayDeque<>()));
  }

  @Override
  public synchronized void launch(Launch launch) {
    Deque<Launch> queue = waiting.get(launch.machine());
    if (!adopted) {
      throw new IllegalStateException("nothing was adopted yet");
    } else if (queue == null) {
      throw new IllegalArgumentException("there is no oven " + launch.machine());
    } else if (find(launch.id()).isPresent() || queue.stream().anyMatch(l -> is(l, launch.id()))) {
      throw new IllegalArgumentException(launch.id() + " is not over");
    }
    queue.add(launch);
    next(launch.machine());
  }

  private static boolean is(Launch launch, LaunchId id) {
    return launch.id().equals(id);
  }

  private Optional<Baking> find(LaunchId id) {
    return baking.values().stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /** Begins what waits longest, if the oven is empty. What began there before need not be known. */
  private void next(String oven) {
    if (baking.containsKey(oven) || waiting.getOrDefault(oven, new ArrayDeque<>()).isEmpty()) {
      return;
    }
    Launch launch = waiting.get(oven).remove();
    long asked = Math.round(1000 * Double.parseDouble(launch.command().get(1)));
    long most = launch.limits().time().map(Duration::toMillis).orElse(Long.MAX_VALUE);
    String limit = asked > most ? "stopped at its time limit of %s ms".formatted(most) : "";
    long now = System.currentTimeMillis();
    Baking begun = new Baking(launch.id(), oven, now, Math.min(asked, most), limit);
    write(begun);
    listener.began(begun.id(), Duration.ZERO);
    watch(begun);
  }

  private void watch(Baking begun) {
    baking.put(begun.oven(), begun);
    long left = begun.since() + begun.time() - System.currentTimeMillis();
    clock.schedule(() -> end(begun), left, TimeUnit.MILLISECONDS);
  }

  private synchronized void end(Baking done) {
    if (baking.remove(done.oven(), done)) {
      Kind kind = done.limit().isEmpty() ? Kind.EXITED : Kind.STOPPED;
      long ago = Math.max(0, System.currentTimeMillis() - done.since() - done.time());
      int status = kind == Kind.EXITED ? 0 : -1;
      LaunchEnd end = new LaunchEnd(done.id(), kind, status, done.time(), done.limit());
      listener.ended(end.since(Duration.ofMillis(ago)));
      next(done.oven());
    }
  }

  @Override
  public synchronized void stop(LaunchId id) {
    for (Deque<Launch> queue : waiting.values()) {
      if (queue.removeIf(launch -> is(launch, id))) {
        listener.ended(new LaunchEnd(id, Kind.STOPPED, -1, 0, ""));
      }
    }
    find(id).ifPresent(found -> {
      baking.remove(found.oven());
      delete(file(id));
      long ran = System.currentTimeMillis() - found.since();
      listener.ended(new LaunchEnd(id, Kind.STOPPED, -1, ran, ""));
      next(found.oven());
    });
  }

  /** What the files say goes on, or has ended meanwhile; what is not wanted is thrown away. */
  @Override
  public synchronized void adopt(List<Launch> wanted) {
    if (adopted) {
      throw new IllegalStateException("adopted before");
    }
    adopted = true;
    for (Launch launch : wanted) {
      Optional<Baking> found = read(launch.id());
      if (found.isEmpty()) {
        listener.ended(new LaunchEnd(launch.id(), Kind.NEVER_BEGAN, -1, 0, ""));
      } else {
        long ago = System.currentTimeMillis() - found.get().since();
        listener.began(launch.id(), Duration.ofMillis(Math.max(0, ago)));
        watch(found.get());
      }
    }
    deleteOthers(wanted.stream().map(launch -> file(launch.id())).toList());
  }

  private Path file(LaunchId id) {
    return directory.resolve(id + ".baking");
  }

  private void write(Baking begun) {
    try {
      deleteThoseOf(begun.oven());
      Files.createDirectories(directory);
      String line =
          String.join("\t", begun.oven(), "" + begun.since(), "" + begun.time(), begun.limit());
      Path part = Files.writeString(directory.resolve("part"), line);
      Files.move(part, file(begun.id())); // whole or not at all
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Baking> read(LaunchId id) {
    try {
      if (!Files.exists(file(id))) {
        return Optional.empty();
      }
      String[] parts = Files.readString(file(id)).split("\t", -1);
      return Optional.of(
          new Baking(
              id, parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A launch says that the ends of earlier ones on its machine are durable. */
  private void deleteThoseOf(String oven) throws IOException {
    for (Path file : files()) {
      if (Files.readString(file).startsWith(oven + "\t")) {
        delete(file);
      }
    }
  }

  private void deleteOthers(List<Path> kept) {
    files().stream().filter(file -> !kept.contains(file)).forEach(Kitchen::delete);
  }

  private List<Path> files() {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (var all = Files.newDirectoryStream(directory, "*.baking")) {
      List<Path> files = new ArrayList<>();
      all.forEach(files::add);
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
