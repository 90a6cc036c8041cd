package org.espalier.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A directory of results, written whole or not at all: to a directory beside it, which takes its
 * place at the end. It does not replace a directory that holds anything but results. A link is
 * followed.
 */
public class OwnDirectory {
  /** As the kernel has it. */
  private static final int MOST_LINKS = 40;

  private final Path directory;
  private final Predicate<String> ours;
  private final Set<String> varying;

  /**
   * The directory at a path, which need not exist.
   *
   * @param ours names of all that results may hold
   */
  public OwnDirectory(Path directory, Set<String> ours) {
    this(directory, ours::contains, Set.of());
  }

  /**
   * The same with results that may differ when they are made again.
   *
   * @param ours whether results may hold what has a name
   * @param varying those of them that are not the same bytes again
   */
  public OwnDirectory(Path directory, Predicate<String> ours, Set<String> varying) {
    this.directory = target(directory).normalize();
    this.ours = ours;
    this.varying = Set.copyOf(varying);
  }

  /** Where what a path names is or will be, absolute: links are followed, at its end. */
  public static Path target(Path path) {
    Path target = path.toAbsolutePath();
    try {
      for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(target); links++) {
        target = target.resolveSibling(Files.readSymbolicLink(target));
      }
    } catch (IOException e) {
      // It cannot be followed, so it cannot be written either, which is told then.
    }
    return target;
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
          .filter(ours.negate())
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

  /** What becomes of results that are there already. */
  public enum Earlier {
    /** The old results stay, and the new ones go to a directory beside them. */
    KEPT,
    /** The new results take the place of the old ones. */
    REPLACED
  }

  /** Writes results, replacing those that were there. */
  public void write(Content content) throws IOException {
    write(content, Earlier.REPLACED);
  }

  /**
   * Writes results. Where other ones are kept, the new ones go to a directory beside them, whose
   * name ends in {@code -2} or the next number that is free; earlier ones that are the same, but
   * for what varies, are replaced.
   *
   * @return where they are
   */
  public Path write(Content content, Earlier earlier) throws IOException {
    long process = ProcessHandle.current().pid();
    Path draft =
        directory.resolveSibling(".%s.part-%s".formatted(directory.getFileName(), process));
    delete(draft);
    Files.createDirectories(draft);
    try {
      content.writeInto(draft);
      Path place = earlier == Earlier.KEPT ? place(draft) : directory;
      replace(place, draft);
      return place;
    } finally {
      delete(draft);
    }
  }

  /** The first place where the draft loses nothing. */
  private Path place(Path draft) throws IOException {
    Path place = directory;
    for (int number = 2; losesAny(place, draft); number++) {
      place = directory.resolveSibling("%s-%s".formatted(directory.getFileName(), number));
    }
    return place;
  }

  private boolean losesAny(Path place, Path draft) throws IOException {
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    List<Path> files = files(place);
    if (!files.isEmpty() && !files.equals(files(draft))) {
      return true;
    }
    for (Path file : files) {
      if (Files.mismatch(place.resolve(file), draft.resolve(file)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The files below a directory, in order, but for those that vary. */
  private List<Path> files(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      return paths
          .filter(Files::isRegularFile)
          .map(tree::relativize)
          .filter(file -> !varying.contains(file.toString()))
          .sorted()
          .toList();
    }
  }

  private static void replace(Path place, Path draft) throws IOException {
    Path old = draft.resolveSibling(draft.getFileName() + ".old");
    boolean replaces = Files.exists(place);
    if (replaces) {
      Files.move(place, old);
    }
    try {
      Files.move(draft, place);
    } catch (IOException e) {
      if (replaces) {
        Files.move(old, place);
      }
      throw e;
    }
    delete(old);
  }

  /** Deletes a directory and all that is in it; nothing happens if it is not there. */
  public static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> paths = Files.walk(tree)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }
}
