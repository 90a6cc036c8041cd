package org.espalier.workload.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Collects the problems of one or several input files, so that they are all told together.
 *
 * <p>Keeps the first {@value #LISTED} and counts the rest, so that a file of garbage does not fill
 * the memory. Not safe for use by several threads.
 */
public final class Problems {
  /** How many problems are kept. */
  public static final int LISTED = 50;

  private final List<Problem> listed = new ArrayList<>();

  /** Where the user named a file. */
  private final Map<Path, String> references = new HashMap<>();

  private long count;

  /** No problem is known yet. */
  public Problems() {}

  /** Takes down one problem. */
  public void add(Problem problem) {
    count++;
    if (listed.size() < LISTED) {
      listed.add(problem);
    }
  }

  /** Whether further problems are counted only. */
  boolean isFull() {
    return listed.size() == LISTED;
  }

  /** Counts one problem that is not listed. */
  void addUnlisted() {
    count++;
  }

  /** The problems of one file among these. */
  public FileProblems in(Path file) {
    return new FileProblems(file, this);
  }

  /**
   * Takes down where the user named a file, so that a problem with finding it tells.
   *
   * @param place as {@code study.yaml:3: system}
   */
  void refer(Path file, String place) {
    references.putIfAbsent(file, place);
  }

  /** Where the user named a file, if that is known. */
  Optional<String> reference(Path file) {
    return Optional.ofNullable(references.get(file));
  }

  /** Where the user named a file that is there, by whatever path; empty if nowhere. */
  public Optional<String> namedAt(Path file) throws IOException {
    for (Map.Entry<Path, String> named : references.entrySet()) {
      if (Files.exists(file)
          && Files.exists(named.getKey())
          && Files.isSameFile(file, named.getKey())) {
        return Optional.of(named.getValue());
      }
    }
    return Optional.empty();
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** How many there are, those not kept included. */
  public long count() {
    return count;
  }

  /** The first {@value #LISTED}, in the order they were found. */
  public List<Problem> listed() {
    return List.copyOf(listed);
  }

  /**
   * What a reader gives.
   *
   * @param reader gives nothing if it takes down a problem
   * @throws InvalidInputException with all the problems that it takes down
   */
  public static <T> T demand(Function<Problems, Optional<T>> reader) {
    Problems problems = new Problems();
    Optional<T> read = reader.apply(problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  /**
   * Throws if anything was taken down.
   *
   * @throws InvalidInputException with all of them
   */
  public void throwIfAny() {
    if (count > 0) {
      throw new InvalidInputException(listed, count);
    }
  }
}
