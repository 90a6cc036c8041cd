package org.espalier.service.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.files.PrivateFiles;

/**
 * The files of an agent, which outlive it. They say who it is ({@code agent}) and the highest
 * tenure it has obeyed of each store; the runs of each store have a directory of their own. One
 * agent at a time uses them.
 */
record AgentFiles(Path directory, FileChannel lock) implements AutoCloseable {

  /**
   * Opens them.
   *
   * @throws BackendException if they cannot be used, or another agent does
   */
  static AgentFiles open(Path directory) {
    try {
      PrivateFiles.ownDirectory(directory);
      FileChannel channel =
          PrivateFiles.lock(directory)
              .orElseThrow(() ->
                  new BackendException(
                      List.of(
                          "the directory %s is used by another agent; stop it, or give another as --data"
                              .formatted(directory))));
      return new AgentFiles(directory, channel);
    } catch (IOException e) {
      throw new BackendException(
          "the directory %s cannot be used (%s); give another as --data"
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  /** Who the agent is. */
  String identity() throws IOException {
    Path file = directory.resolve("agent");
    if (!Files.exists(file)) {
      PrivateFiles.replace(file, UUID.randomUUID().toString());
    }
    return Files.readString(file).strip();
  }

  /** The highest tenure of a store that was obeyed; 0 for none. */
  long tenure(String store) throws IOException {
    Path file = directory(store).resolve("tenure");
    return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
  }

  /** A tenure of a store is obeyed from now on. */
  void obey(String store, long tenure) throws IOException {
    PrivateFiles.replace(directory(store).resolve("tenure"), Long.toString(tenure));
  }

  /** Where the runs of a store are. */
  Path runs(String store) throws IOException {
    return directory(store).resolve("runs");
  }

  private Path directory(String store) throws IOException {
    return PrivateFiles.directories(stores().resolve(UUID.fromString(store).toString()));
  }

  private Path stores() {
    return directory.resolve("stores");
  }

  /** The stores of which there are runs. */
  List<String> all() throws IOException {
    if (!Files.isDirectory(stores())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(stores())) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }

  /** Forgets a store of which nothing runs. */
  void forget(String store) throws IOException {
    PrivateFiles.delete(directory(store));
  }

  /** The launches that were stopped since their agent was told to end. */
  Set<LaunchId> given(String store) throws IOException {
    Path file = directory(store).resolve("given-up");
    Set<LaunchId> ids = new HashSet<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] parts = line.split("-", -1);
      ids.add(new LaunchId(Long.parseLong(parts[0]), Integer.parseInt(parts[1])));
    }
    return ids;
  }

  /** Notes them, before they are stopped. */
  void giveUp(String store, Set<LaunchId> ids) throws IOException {
    List<String> lines = new ArrayList<>();
    ids.forEach(id -> lines.add(id.toString()));
    PrivateFiles.replace(directory(store).resolve("given-up"), String.join("\n", lines));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
