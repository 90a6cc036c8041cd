package org.espalier.workload.pet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.LineReader;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * PET files of the pruning papers ({@code .etc}): {@code machineCount=8;taskCount=12;}, then for
 * each cell {@code machine=0;task=0;} and lines of a time and its mass.
 *
 * <p>The step is found as the greatest common divisor of all times. Each machine is a machine type
 * of its own: rows and columns are named {@code task-0}... and {@code type-0}...
 */
public final class EtcFiles {
  private static final Pattern HEADER =
      Pattern.compile("machineCount=(\\d{1,6});taskCount=(\\d{1,6});");
  private static final Pattern CELL = Pattern.compile("machine=(\\d{1,6});task=(\\d{1,6});");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final int MOST_CELLS = 1_000_000;

  private final FileProblems problems;
  private final Duration tick;
  private final int ticksPerUnit;
  private final Ticks ticks;
  private CellTable<Impulses> cells = new CellTable<>();
  private int tasks;
  private int machines;
  private @Nullable Impulses current;
  private String where = "";
  private long lastTime;

  private EtcFiles(FileProblems problems, Duration tick, int ticksPerUnit) {
    this.problems = problems;
    this.tick = tick;
    this.ticksPerUnit = ticksPerUnit;
    this.ticks = Ticks.perUnit(ticksPerUnit);
  }

  /**
   * Reads a file as the papers wrote it.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Loaded<PetTable> read(Path file) {
    return Problems.demand(problems -> read(file, problems));
  }

  /**
   * Reads a file as the papers wrote it; empty if there are problems. A unit is a millisecond
   * (JOURNAL 8.2: means "range from 50 to 200 ms") of 100 ticks, as their trials have two decimals.
   */
  public static Optional<Loaded<PetTable>> read(Path file, Problems problems) {
    return read(file, Duration.ofNanos(10_000), 100, problems);
  }

  /**
   * Reads a file; empty if there are problems.
   *
   * @param tick above 0
   * @param ticksPerUnit ticks in one unit of its times, at least 1
   */
  public static Optional<Loaded<PetTable>> read(
      Path file, Duration tick, int ticksPerUnit, Problems problems) {
    return new EtcFiles(problems.in(file), tick, ticksPerUnit).read();
  }

  private Optional<Loaded<PetTable>> read() {
    try (LineReader lines = new LineReader(problems.file())) {
      if (!readHeader(lines)) {
        return Optional.empty();
      }
      lines.forEachNotBlank(this::readLine);
    } catch (IOException e) {
      return problems.report(e);
    }
    cells
        .missing()
        .ifPresent(list -> problems.report("blocks missing: " + list, "is the file cut short?"));
    return PetAssembler.assemble(cells, tick, OptionalLong.empty(), false, problems);
  }

  private boolean readHeader(LineReader lines) throws IOException {
    Optional<Matcher> header =
        lines.header(
            HEADER, "PET file of the pruning papers", "machineCount=8;taskCount=12;", problems);
    if (header.isEmpty()) {
      return false;
    }
    machines = Integer.parseInt(header.get().group(1));
    tasks = Integer.parseInt(header.get().group(2));
    if (machines == 0 || tasks == 0 || (long) machines * tasks > MOST_CELLS) {
      problems.report(
          lines.number(),
          "",
          header.get().group(),
          "a PET of this size cannot be",
          String.format(
              Locale.ROOT,
              "expected at least one machine and task, and at most %,d cells",
              MOST_CELLS));
      return false;
    }
    cells = new CellTable<>(names("task-", tasks), names("type-", machines));
    return true;
  }

  private void readLine(String line, int number) {
    Matcher cell = CELL.matcher(line);
    if (cell.matches()) {
      beginCell(Integer.parseInt(cell.group(1)), Integer.parseInt(cell.group(2)), line, number);
    } else {
      readImpulse(line, number);
    }
  }

  private void beginCell(int machine, int task, String line, int number) {
    Impulses begun = new Impulses(number);
    Pair pair = new Pair("task-" + task, "type-" + machine);
    current = begun;
    where = pair.toString();
    lastTime = -1;
    if (task >= tasks || machine >= machines) {
      problems.report(
          number,
          where,
          line,
          "no such cell in a PET of %s machines and %s tasks".formatted(machines, tasks),
          "correct the block or the counts in the first line");
    } else if (cells.named(pair, number).putIfAbsent(0, begun) != null) {
      problems.report(number, where, line, "duplicate block", "remove one");
    }
  }

  private void readImpulse(String line, int number) {
    String[] fields = SPACE.split(line);
    Impulses cell = current;
    if (cell == null || fields.length != 2) {
      problems.report(
          number, where, line, "neither a block nor a time with its mass", "correct the line");
      return;
    }
    long time = time(fields[0], number);
    Optional<Double> mass = mass(fields[1], number);
    if (time >= 0 && mass.isPresent()) {
      cell.add(time, mass.get());
    }
  }

  /** The time in ticks, or -1 if it was reported. */
  private long time(String text, int number) {
    long time = ticks.parse(text).orElse(-1L);
    if (time < 0) {
      problems.report(
          number,
          where,
          text,
          "is not a time",
          "expected a number from 0 on, in whole ticks of 1/%s".formatted(ticksPerUnit));
      return -1;
    }
    if (time <= lastTime) {
      problems.report(number, where, text, "time does not increase", "sort the block by time");
      return -1;
    }
    lastTime = time;
    return time;
  }

  /** The mass, or empty if it was reported. */
  private Optional<Double> mass(String text, int number) {
    String expected = "expected a number from 0 on";
    return Numbers.real(text, 0, Double.MAX_VALUE)
        .or(() -> problems.report(number, where, text, "is not a mass", expected));
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }
}
