package org.espalier.workload.pet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.cell.CellRow;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CsvFile;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * PET matrices as CSV ({@code .pet.csv}): a comment {@code # tick 10 us, step 200}, the header
 * {@code task_type,machine_type,time_s,mass}, and a row for each impulse. A row without time and
 * mass says that the type cannot run there. Where machine types have several P-states, a column
 * {@code p_state} tells them apart, from 0 on; a file without it gives P-state 0. A time that never
 * varies is one row of mass 1. With {@code steps by cell} in the comment each cell has a step of
 * its own: the greatest doubling of the step that divides all its times. Comments that begin with
 * {@code note:} are told to whoever reads the file.
 *
 * <p>Names and cells stand in the order of the matrix, masses with all their digits: what is
 * written is read back exactly, and two versions of a file can be compared line by line.
 */
public final class PetFiles {
  private static final String TIME = "time_s";
  private static final String MASS = "mass";
  private static final String OWN_STEPS = "steps by cell";
  private static final String NOTE = "note:";

  private final FileProblems problems;
  private final MissingCells missing;
  private final CellTable<Impulses> table = new CellTable<>();
  private @Nullable Duration tick;
  private OptionalLong step = OptionalLong.empty();
  private boolean hasOwnSteps;
  private final List<String> notes = new ArrayList<>();

  /** The pairs of which a row says that they cannot run. */
  private final Set<CellTable.Pair> stopped = new HashSet<>();

  private PetFiles(FileProblems problems, MissingCells missing) {
    this.problems = problems;
    this.missing = missing;
  }

  /** Reads a file; empty if there are problems. */
  public static Optional<Loaded<PetTable>> read(
      Path file, MissingCells missing, Problems problems) {
    return new PetFiles(problems.in(file), missing).read();
  }

  private Optional<Loaded<PetTable>> read() {
    CsvTable file =
        new CsvTable(problems, CellRow.columns(TIME, MASS), CellRow.P_STATE)
            .comments(this::readComment);
    file.read(row -> readRow(row, tick(row)));
    Duration known = tick;
    if (!table.checkSize(problems) || known == null) {
      return Optional.empty();
    }
    missing.check(table, problems);
    table.checkPStates("times", problems);
    String name = String.valueOf(problems.file().getFileName());
    return PetAssembler.assemble(table, known, step, hasOwnSteps, problems)
        .map(loaded -> loaded.with(notes.stream().map(note -> name + ": " + note).toList()))
        .map(loaded -> loaded.with(file.notes()));
  }

  private void readComment(String comment) {
    if (comment.startsWith(NOTE)) {
      notes.add(comment.substring(NOTE.length()).strip());
      return;
    }
    for (String part : comment.split(",")) {
      String text = part.strip();
      if (text.startsWith("tick ")) {
        Duration before = tick;
        tick = Quantities.duration(text.substring(5)).filter(Duration::isPositive).orElse(before);
        if (before != null && !before.equals(tick)) {
          problems.report(0, "", comment, "gives a second tick", "keep one, for all rows");
        }
      } else if (text.matches("step [1-9][0-9]{0,17}")) {
        step = OptionalLong.of(Long.parseLong(text.substring(5)));
      } else {
        hasOwnSteps |= text.equals(OWN_STEPS);
      }
    }
  }

  /** The tick; that none was given before the first row is reported once. */
  private Duration tick(CsvRow row) {
    Duration known = tick;
    if (known == null) {
      row.report("", "no tick given", "begin the file with # tick 1 ms, step 1");
      known = Duration.ofMillis(1);
      tick = known;
    }
    return known;
  }

  private void readRow(CsvRow row, Duration known) {
    CellRow.each(cell -> readCell(cell, Ticks.perSecond(known))).accept(row);
  }

  private void readCell(CellRow row, Ticks seconds) {
    Impulses cell = table.named(row.pair(), row.line()).get(row.pState());
    boolean isStopped = row.get(TIME).isEmpty() && row.get(MASS).isEmpty();
    if (isStopped ? !table.at(row.pair()).isEmpty() : stopped.contains(row.pair())) {
      row.report("", "%s has times, and cannot run".formatted(row.pair()), "remove one of the two");
    }
    if (isStopped) {
      stopped.add(row.pair());
      return;
    }
    long time = seconds.parse(row.get(TIME)).orElse(-1L);
    if (time < 0) {
      row.report(TIME, "is not a time in seconds", "expected whole ticks, from 0 on");
      return;
    }
    OptionalDouble mass =
        row.number(MASS, number -> number >= 0, "is not a mass", "expected a number from 0 on");
    if (mass.isPresent() && cell != null && time <= cell.latestAdded()) {
      row.report(TIME, "time does not increase", "sort the rows of a cell by time");
    } else if (mass.isPresent()) {
      table.cell(row, () -> new Impulses(row.line())).add(time, mass.getAsDouble());
    }
  }

  /** Writes a matrix; an existing file is replaced. */
  public static void write(Path file, PetTable table) throws IOException {
    write(file, table, List.of());
  }

  /** Writes a matrix with notes for those who read it again. */
  public static void write(Path file, PetTable table, List<String> notes) throws IOException {
    PetMatrix matrix = table.matrix();
    String ownSteps = matrix.greatestStep() > matrix.step() ? ", " + OWN_STEPS : "";
    List<String> comments = new ArrayList<>();
    comments.add(
        "tick %s, step %s%s".formatted(Quantities.text(table.tick()), matrix.step(), ownSteps));
    notes.forEach(note -> comments.add(NOTE + " " + note));
    boolean several =
        IntStream.range(0, matrix.machineTypes()).anyMatch(j -> matrix.pStates(j) > 1);
    List<String> names = List.of(CellRow.TASK_TYPE, CellRow.MACHINE_TYPE);
    Stream<List<String>> rows =
        IntStream.range(0, matrix.taskTypes())
            .boxed()
            .flatMap(i ->
                IntStream.range(0, matrix.machineTypes())
                    .boxed()
                    .flatMap(j -> pair(table, i, j, several)));
    CsvFile.write(file, comments, row(names, several, CellRow.P_STATE, TIME, MASS), rows);
  }

  private static Stream<List<String>> pair(
      PetTable table, int taskType, int machineType, boolean withPState) {
    PetMatrix matrix = table.matrix();
    List<String> names =
        List.of(table.taskTypes().get(taskType), table.machineTypes().get(machineType));
    return matrix.canRun(taskType, machineType)
        ? IntStream.range(0, matrix.pStates(machineType))
            .boxed()
            .flatMap(
                p -> rows(names, withPState, p, matrix.get(taskType, machineType, p), table.tick()))
        : Stream.of(row(names, withPState, "", "", ""));
  }

  private static Stream<List<String>> rows(
      List<String> names, boolean withPState, int pState, Pmf pmf, Duration tick) {
    return IntStream.range(0, pmf.size())
        .filter(k -> pmf.mass(k) > 0)
        .mapToObj(k ->
            row(
                names,
                withPState,
                Integer.toString(pState),
                Ticks.seconds(pmf.time(k), tick),
                Double.toString(pmf.mass(k))));
  }

  private static List<String> row(
      List<String> names, boolean withPState, String pState, String time, String mass) {
    Stream<String> rest = withPState ? Stream.of(pState, time, mass) : Stream.of(time, mass);
    return Stream.concat(names.stream(), rest).toList();
  }
}
