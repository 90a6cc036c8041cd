package org.espalier.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory of results, written whole or not at all: to a directory beside it, which takes its
 * place at the end. It does not replace a directory that holds anything but results.
 */
public final class OwnDirectory {
  private final Path directory;
  private final Set<String> ours;

  /**
   * The directory at a path, which need not exist.
   *
   * @param ours names of all that results may hold
   */
  public OwnDirectory(Path directory, Set<String> ours) {
    this.directory = directory.toAbsolutePath().normalize();
    this.ours = Set.copyOf(ours);
  }

  /** Writes results into a directory. */
  @FunctionalInterface
  public interface Content {
    /** Writes them. */
    void writeInto(Path draft) throws IOException;
  }

  /** Where it is, absolute. */
  public Path path() {
    return directory;
  }

  /**
   * Why results cannot go there: it holds something else, which would be lost, or nothing can be
   * written beside it.
   */
  public Optional<String> obstacle() {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return unwritable();
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("is not a directory");
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> !ours.contains(name))
          .sorted()
          .findFirst()
          .map(name -> "holds %s, which is not a result and would be lost".formatted(name))
          .or(this::unwritable);
    } catch (IOException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
  }

  /** Why the draft could not be made, found by making a directory where it would be. */
  private Optional<String> unwritable() {
    Path above = directory.getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above == null || !Files.isDirectory(above)) {
      return Optional.of("cannot be made: %s is not a directory".formatted(above));
    }
    try {
      Files.delete(Files.createTempDirectory(above, ".espalier-"));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be written: nothing can be made in " + above);
    }
  }

  /** Writes results, replacing those that were there. */
  public void write(Content content) throws IOException {
    long process = ProcessHandle.current().pid();
    Path draft =
        directory.resolveSibling(".%s.part-%d".formatted(directory.getFileName(), process));
    delete(draft);
    Files.createDirectories(draft);
    try {
      content.writeInto(draft);
      replaceBy(draft);
    } finally {
      delete(draft);
    }
  }

  private void replaceBy(Path draft) throws IOException {
    Path old = draft.resolveSibling(draft.getFileName() + ".old");
    boolean replaces = Files.exists(directory);
    if (replaces) {
      Files.move(directory, old);
    }
    try {
      Files.move(draft, directory);
    } catch (IOException e) {
      if (replaces) {
        Files.move(old, directory);
      }
      throw e;
    }
    delete(old);
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      paths.sorted(Comparator.reverseOrder()).forEach(OwnDirectory::deleteOne);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
