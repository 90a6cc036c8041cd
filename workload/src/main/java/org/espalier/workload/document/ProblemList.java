package org.espalier.workload.document;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Problems as text: those of one cause, which differ by place and value only, on one line. */
public final class ProblemList {
  private static final int MOST_PLACES = 8;

  private ProblemList() {}

  /**
   * What problems of one cause have in common.
   *
   * @param path without places in lists
   */
  private record Cause(Path file, String path, String message, String remedy) {
    static Cause of(Problem problem) {
      String path = problem.path().replaceAll("\\[\\d+]", "[]");
      return new Cause(problem.file(), path, problem.message(), problem.remedy());
    }
  }

  /** The lines, in the order of the first problem of each cause. */
  public static List<String> lines(Collection<Problem> problems) {
    Map<Cause, List<Problem>> causes = new LinkedHashMap<>();
    problems.forEach(problem ->
        causes.computeIfAbsent(Cause.of(problem), cause -> new ArrayList<>()).add(problem));
    return causes.values().stream().map(ProblemList::line).toList();
  }

  private static String line(List<Problem> ofOneCause) {
    List<String> more =
        ofOneCause.stream().skip(1).map(ProblemList::place).filter(p -> !p.isEmpty()).toList();
    if (more.isEmpty()) {
      return ofOneCause.getFirst().toString();
    }
    String listed = Names.listed(more.stream(), more.size(), MOST_PLACES);
    return ofOneCause.getFirst() + "; also " + listed;
  }

  /** Where else it is, and what is there. */
  private static String place(Problem problem) {
    String line = problem.line() > 0 ? "line " + problem.line() : "";
    String value = problem.value().isEmpty() ? "" : "(" + problem.value() + ")";
    return Stream.of(line, value).filter(s -> !s.isEmpty()).collect(Collectors.joining(" "));
  }
}
