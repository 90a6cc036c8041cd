package org.espalier.workload.document;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names that spreadsheets take for formulas when they open CSV files with them. */
public final class FormulaNames {
  private static final String FIRST = "=+-@\t\r";

  private FormulaNames() {}

  /**
   * A warning for each kind of which there are some.
   *
   * @param where what defines them, as a file
   * @param names by what they are names of
   */
  public static List<String> notes(Object where, Map<String, ? extends Collection<String>> names) {
    return names.entrySet().stream()
        .flatMap(kind -> note(where, kind.getKey(), kind.getValue().stream()))
        .toList();
  }

  private static Stream<String> note(Object where, String what, Stream<String> names) {
    List<String> found =
        names.filter(name -> !name.isEmpty() && FIRST.indexOf(name.charAt(0)) >= 0).toList();
    return found.isEmpty()
        ? Stream.empty()
        : Stream.of(
            "%s: a spreadsheet that opens CSV files takes names of %s for formulas: %s; rename them, or import their columns as text"
                .formatted(where, what, Names.listed(found.stream(), found.size())));
  }
}
