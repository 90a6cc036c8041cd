package org.espalier.analysis.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.study.AllocationFiles;
import org.espalier.report.OwnDirectory;
import org.espalier.workload.document.Problems;

/**
 * The directory that a stopped search goes on from. It has a directory of allocation files for each
 * part of the search and each generation that is kept of it, called {@code PART_GENERATION}. They
 * take their places whole, and the one before goes only then, so that there always is a whole one.
 */
public record SearchCheckpoint(Path directory) {
  private static final String DRAFT = "draft";
  private static final Pattern OURS = Pattern.compile(DRAFT + "|[0-9]+|([0-9]+)_([0-9]+)");

  /** That of one of several searches, which stands in this one and goes with it. */
  public SearchCheckpoint of(int search) {
    return new SearchCheckpoint(directory.resolve(Integer.toString(search)));
  }

  /** Whether there is anything to go on from. */
  public boolean isThere() {
    return Files.exists(directory);
  }

  /** Why nothing can go on from what is there. */
  public Optional<String> obstacle() {
    return Files.isDirectory(directory)
        ? Optional.empty()
        : Optional.of(directory + " is no checkpoint of a search");
  }

  /** Deletes it; anything else that stands there stays, and is an error. */
  public void forget() throws IOException {
    if (Files.isDirectory(directory)) {
      for (Path path : list()) {
        if (OURS.matcher(String.valueOf(path.getFileName())).matches()) {
          OwnDirectory.delete(path);
        }
      }
    }
    Files.deleteIfExists(directory);
  }

  private List<Path> list() throws IOException {
    if (!isThere()) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.toList();
    }
  }

  /**
   * Keeps the allocations of a part.
   *
   * @param kept generations that stay when another one is written
   */
  void write(
      int part,
      int generation,
      List<Allocation> allocations,
      StaticProblem problem,
      Set<Integer> kept)
      throws IOException {
    Path place = directory.resolve("%s_%s".formatted(part, generation));
    if (Files.exists(place)) {
      return;
    }
    Path draft = directory.resolve(DRAFT);
    OwnDirectory.delete(draft);
    Files.createDirectories(draft);
    for (int i = 0; i < allocations.size(); i++) {
      AllocationFiles.writeOrder(draft.resolve(i + ".csv"), problem, allocations.get(i));
    }
    SortedMap<Integer, Path> before = generations(part);
    Files.move(draft, place);
    for (SortedMap.Entry<Integer, Path> earlier : before.entrySet()) {
      if (!kept.contains(earlier.getKey())) {
        OwnDirectory.delete(earlier.getValue());
      }
    }
  }

  /** What is kept of a part, by generation. */
  SortedMap<Integer, List<Allocation>> read(int part, StaticProblem problem, Problems problems)
      throws IOException {
    SortedMap<Integer, List<Allocation>> read = new TreeMap<>();
    for (SortedMap.Entry<Integer, Path> kept : generations(part).entrySet()) {
      List<Allocation> allocations = new ArrayList<>();
      for (int i = 0; Files.exists(kept.getValue().resolve(i + ".csv")); i++) {
        AllocationFiles.read(kept.getValue().resolve(i + ".csv"), problem, problems)
            .ifPresent(allocations::add);
      }
      read.put(kept.getKey(), allocations);
    }
    return read;
  }

  private SortedMap<Integer, Path> generations(int part) throws IOException {
    SortedMap<Integer, Path> generations = new TreeMap<>();
    for (Path path : list()) {
      Matcher name = OURS.matcher(String.valueOf(path.getFileName()));
      if (name.matches() && Integer.toString(part).equals(name.group(1))) {
        generations.put(Integer.valueOf(name.group(2)), path);
      }
    }
    return generations;
  }
}
