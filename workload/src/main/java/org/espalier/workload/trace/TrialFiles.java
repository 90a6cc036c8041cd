package org.espalier.workload.trace;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.LineReader;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * Trial files of the pruning papers ({@code .dat}): {@code taskCount=800;}, then for each task a
 * line {@code arrival type deadline;} with two decimals.
 *
 * <p>In the papers' own files the header overwrote the first one or two characters of the first
 * arrival; a damaged first arrival is mended and a note says so, a sound one is kept. Deadlines are
 * kept as they are, also in the spiky trials, where they were computed from the means of the
 * neighbouring task type.
 *
 * <p>These files compute each deadline from the arrival (THESIS eq. 3.7), so that all tasks of one
 * type have the same slack, deadline - arrival. That slack, taken from the other tasks of the first
 * one's type, gives the arrival that is expected; where there are none, it is the mean of the type
 * plus the mean of all types. The slack of the file itself also holds where the deadlines were
 * computed from the means of the neighbouring type. An arrival is damaged if its text is what is
 * left of the expected one, to the last decimal, without the one or two characters in front. So a
 * sound first arrival is never changed, whatever its deadline.
 */
public final class TrialFiles {
  /** Ticks in a unit of the papers' files: times have two decimals. */
  private static final int TICKS_PER_UNIT = 100;

  private static final Duration UNIT = Duration.ofMillis(1);
  private static final int MOST_TYPES = 1_000_000;
  private static final Pattern HEADER = Pattern.compile("taskCount=(\\d{1,9});");
  private static final Pattern ROW = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S+?)(;?)");

  private static final Pattern SOUND = Pattern.compile("\\d+\\.\\d\\d");
  private static final int MOST_LOST = 2;

  private final FileProblems problems;
  private final @Nullable PetMatrix pet;
  private final int ticksPerUnit;
  private final Ticks ticks;
  private final List<TrialRow> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long found;
  private boolean firstIsBroken;

  /**
   * One line of a trial file.
   *
   * @param line its number
   * @param arrivalText the arrival as written
   * @param arrival in ticks; meaningless where the first one is damaged
   * @param deadline in ticks
   */
  private record TrialRow(int line, String arrivalText, long arrival, int type, long deadline) {}

  private TrialFiles(FileProblems problems, @Nullable PetMatrix pet, int ticksPerUnit) {
    Arguments.refuse(
        ticksPerUnit < 100 || ticksPerUnit % 100 != 0,
        "ticksPerUnit is %s; expected a multiple of 100",
        ticksPerUnit);
    this.problems = problems;
    this.pet = pet;
    this.ticksPerUnit = ticksPerUnit;
    this.ticks = Ticks.perUnit(ticksPerUnit);
  }

  /**
   * Reads a file with ticks of 1/100 unit.
   *
   * @param pet the matrix whose task types the tasks have
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static Loaded<Workload> read(Path file, PetMatrix pet) {
    return Problems.demand(problems -> read(file, pet, TICKS_PER_UNIT, problems));
  }

  /**
   * Reads a file; empty if there are problems.
   *
   * @param ticksPerUnit a multiple of 100
   */
  public static Optional<Loaded<Workload>> read(
      Path file, PetMatrix pet, int ticksPerUnit, Problems problems) {
    return new TrialFiles(problems.in(file), pet, ticksPerUnit).read();
  }

  /**
   * Reads a file whose unit is a millisecond; empty if there are problems. One of them may be that
   * the ticks of the system do not divide the file's times.
   */
  public static Optional<Loaded<Workload>> read(Path file, HcSystem system, Problems problems) {
    if (!fits(system.tick())) {
      String tick = Quantities.text(system.tick());
      return problems
          .in(file)
          .report(
              "times in 1/100 ms do not fit the system's tick of " + tick,
              "give another system, or one with a tick of 10 us");
    }
    int ticks = (int) UNIT.dividedBy(system.tick());
    return read(file, system.pet(), ticks, problems);
  }

  /** Whether all times that a file can hold are whole ticks of a length. */
  private static boolean fits(Duration tick) {
    long ticks = UNIT.dividedBy(tick);
    boolean whole = tick.multipliedBy(ticks).equals(UNIT);
    return whole && ticks % TICKS_PER_UNIT == 0 && ticks > 0 && ticks <= Integer.MAX_VALUE;
  }

  /**
   * Reads a file of which no system is known, with ticks of 1/100 ms; empty if there are problems.
   * Task types are as many as the greatest number says, and a damaged first arrival that is the
   * only task of its type is noted and kept.
   */
  public static Optional<Loaded<TypedWorkload>> readAlone(Path file, Problems problems) {
    return new TrialFiles(problems.in(file), null, TICKS_PER_UNIT)
        .read()
        .map(loaded -> loaded.map(TrialFiles::typed));
  }

  private static TypedWorkload typed(Workload workload) {
    int types = workload.tasks().stream().mapToInt(Task::type).max().orElse(-1) + 1;
    List<String> names = IntStream.range(0, types).mapToObj(i -> "task-" + i).toList();
    return new TypedWorkload(workload, names, UNIT.dividedBy(TICKS_PER_UNIT));
  }

  private Optional<Loaded<Workload>> read() {
    try (LineReader lines = new LineReader(problems.file())) {
      Optional<Matcher> header =
          lines.header(HEADER, "trial file of the pruning papers", "taskCount=800;", problems);
      if (header.isEmpty()) {
        return Optional.empty();
      }
      readRows(lines, Integer.parseInt(header.get().group(1)));
    } catch (IOException e) {
      return problems.report(e);
    }
    return workload();
  }

  /** Rows beyond those the first line promises are only counted, however many there are. */
  private void readRows(LineReader lines, int count) throws IOException {
    lines.forEachNotBlank((line, number) -> {
      found++;
      if (found <= count) {
        readRow(line, number);
        firstIsBroken |= rows.isEmpty();
      }
    });
    if (found != count) {
      problems.report(
          lines.number(),
          "",
          "",
          "has %s tasks, its first line says %s".formatted(found, count),
          found < count ? "is it cut short?" : "correct the first line");
    }
  }

  private void readRow(String line, int number) {
    Matcher row = ROW.matcher(line);
    if (!row.matches()) {
      problems.report(number, "", line, "is no task", "expected arrival type deadline;");
      return;
    }
    if (row.group(4).isEmpty()) {
      problems.report(number, "", line, "line is cut short", "end it with a semicolon");
      return;
    }
    Optional<Long> arrival = time(row.group(1), "arrival", number);
    Optional<Integer> type = type(row.group(2), number);
    Optional<Long> deadline = time(row.group(3), "deadline", number);
    if (arrival.isPresent() && type.isPresent() && deadline.isPresent()) {
      rows.add(new TrialRow(number, row.group(1), arrival.get(), type.get(), deadline.get()));
    }
  }

  private Optional<Long> time(String text, String what, int number) {
    String expected = "expected a number in whole ticks of 1/" + ticksPerUnit;
    return ticks
        .parse(text)
        .or(() -> problems.report(number, what, text, "is not a time", expected));
  }

  private Optional<Integer> type(String text, int number) {
    int last = (pet == null ? MOST_TYPES : pet.taskTypes()) - 1;
    String expected =
        pet == null ? "expected a number from 0 on" : "the PET has types 0 to " + last;
    return Numbers.whole(text, 0, last)
        .map(Long::intValue)
        .or(() -> problems.report(number, "type", text, "unknown task type", expected));
  }

  private Optional<Loaded<Workload>> workload() {
    TaskList tasks = new TaskList(problems);
    for (int i = 0; i < rows.size(); i++) {
      TrialRow row = rows.get(i);
      long arrival = i == 0 && !firstIsBroken ? firstArrival() : row.arrival();
      tasks.add(row.line(), row.type(), arrival, row.deadline());
    }
    return tasks.workload(TaskList.name(problems)).map(workload -> new Loaded<>(workload, notes));
  }

  private long firstArrival() {
    TrialRow row = rows.getFirst();
    OptionalLong mended = mended();
    if (mended.isPresent()) {
      notes.add(note(row, mended.getAsLong()));
      return mended.getAsLong();
    }
    if (isMangled() && slack().isEmpty()) {
      notes.add(
          "%s: first arrival \"%s\" is damaged; it takes the system to mend it"
              .formatted(problems.file().getFileName(), row.arrivalText()));
    } else if (isMangled()) {
      problems.report(
          row.line(),
          "arrival",
          row.arrivalText(),
          "the first arrival is damaged and does not fit its deadline",
          "write the arrival with two decimals");
    }
    return row.arrival();
  }

  private String note(TrialRow row, long mended) {
    return "%s: first arrival \"%s\" was overwritten by the header; mended to %s from its deadline"
        .formatted(
            problems.file().getFileName(),
            row.arrivalText(),
            BigDecimal.valueOf(mended / (ticksPerUnit / 100), 2).toPlainString());
  }

  /**
   * Whether the text of the first arrival lacks decimals that the other arrivals have, and so
   * cannot be sound.
   */
  private boolean isMangled() {
    return !isSound(rows.getFirst()) && rows.stream().skip(1).allMatch(TrialFiles::isSound);
  }

  private static boolean isSound(TrialRow row) {
    return SOUND.matcher(row.arrivalText()).matches();
  }

  /** The first arrival that was overwritten, in ticks; empty if it was not, or cannot be told. */
  private OptionalLong mended() {
    long cent = ticksPerUnit / 100;
    return slack().stream()
        .map(slack -> Math.round((double) (rows.getFirst().deadline() - slack) / cent))
        .flatMap(expected -> LongStream.of(expected, expected - 1, expected + 1))
        .filter(cents -> cents >= 0 && isRestOf(cents))
        .map(cents -> cents * cent)
        .filter(arrival -> rows.size() == 1 || arrival <= rows.get(1).arrival())
        .findFirst();
  }

  private boolean isRestOf(long cents) {
    String whole = BigDecimal.valueOf(cents, 2).toPlainString();
    int lost = whole.length() - rows.getFirst().arrivalText().length();
    return lost >= 1 && lost <= MOST_LOST && whole.endsWith(rows.getFirst().arrivalText());
  }

  /** Deadline - arrival of the type of the first task, in ticks; empty if nothing tells. */
  private OptionalLong slack() {
    OptionalLong ofOthers =
        rows.stream()
            .skip(1)
            .filter(row -> row.type() == rows.getFirst().type())
            .mapToLong(row -> row.deadline() - row.arrival())
            .findFirst();
    if (ofOthers.isPresent() || pet == null) {
      return ofOthers;
    }
    return OptionalLong.of(
        Math.round(pet.meanOverMachineTypes(rows.getFirst().type()) + pet.meanOverAll()));
  }
}
