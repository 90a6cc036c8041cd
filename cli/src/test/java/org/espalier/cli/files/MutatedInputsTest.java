package org.espalier.cli.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.mapping.LogField;
import org.espalier.workload.mapping.LogMapping;
import org.espalier.workload.mapping.MappedLogs;
import org.espalier.workload.mapping.TimeText;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.TypeChoice;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Good files, each changed in one place, are read as what they then say, or refused with file and
 * line.
 *
 * <p>What they say is told by {@link Plain}, which parts lines at separators and knows nothing but
 * decimal numbers and names. A reader that takes a file must have found the very same table.
 */
final class MutatedInputsTest {
  private static final int FEW = 40;

  /** What a field becomes: missing, doubled, negative, huge, no number, in another unit. */
  private static final List<UnaryOperator<String>> FIELDS =
      List.of(
          field -> "",
          field -> field + "," + field,
          field -> "-" + field,
          field -> field + "e30",
          field -> field + "000000000000000000000",
          field -> "x" + field,
          field -> "NaN",
          field -> field + " ms",
          field -> field + "s",
          field -> field + "d",
          field -> "0x" + field,
          field -> field.replace('.', ','),
          field -> "0",
          field -> "1e-9",
          field -> "+" + field,
          field -> " " + field + " ",
          field -> "\"" + field,
          field -> "\"" + field + "\"",
          field -> "\u0663",
          field -> "#" + field);

  @TempDir private Path directory;

  /**
   * A format of files.
   *
   * @param name of a file
   * @param text a good file
   * @param separator what parts fields
   * @param read the table that a reader finds in a file, in the words of {@link Plain}
   * @param plain the table that a text says
   */
  record Format(
      String name,
      String text,
      String separator,
      BiFunction<Path, Problems, Optional<List<String>>> read,
      Function<String, List<String>> plain) {}

  /** Reads texts as plainly as can be. */
  static final class Plain {
    /** The rows of a CSV behind its header, the columns in a given order. */
    static List<List<String>> rows(String text, String... columns) {
      List<List<String>> lines =
          text.lines()
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .map(line -> Arrays.stream(line.split(",", -1)).map(Plain::field).toList())
              .toList();
      List<String> header = lines.isEmpty() ? List.of() : lines.getFirst();
      return lines.stream()
          .skip(1)
          .map(line ->
              Arrays.stream(columns).map(column -> at(line, header.indexOf(column))).toList())
          .toList();
    }

    private static String at(List<String> line, int place) {
      return place < 0 ? "" : place < line.size() ? line.get(place) : "?";
    }

    static String field(String text) {
      String field = text.strip();
      return field.matches("\".*\"") ? field.substring(1, field.length() - 1).strip() : field;
    }

    /** A number without its way of writing; what is none is left as it is, and equals nothing. */
    static String number(String text) {
      return text.isEmpty()
          ? ""
          : text.matches("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?")
              ? number(new BigDecimal(text))
              : "no number " + text;
    }

    static String number(BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    static String number(double number) {
      return number(BigDecimal.valueOf(number));
    }

    static String ticks(long ticks, Duration tick) {
      return number(BigDecimal.valueOf(ticks).multiply(BigDecimal.valueOf(tick.toNanos(), 9)));
    }
  }

  private static List<String> tasks(TypedWorkload typed) {
    return typed.workload().tasks().stream()
        .map(task -> {
          RecordedTime time = typed.workload().recorded().get(task.id());
          boolean ends = task.deadline() != Task.NO_DEADLINE;
          return String.join(
              " ",
              typed.taskTypes().get(task.type()),
              Plain.ticks(task.arrival(), typed.tick()),
              ends ? Plain.ticks(task.deadline(), typed.tick()) : "",
              time == null ? "" : Plain.ticks(time.ticks(), typed.tick()),
              time == null ? "" : time.machineType());
        })
        .toList();
  }

  private static List<String> tasks(List<List<String>> rows) {
    return rows.stream()
        .map(row ->
            String.join(
                " ",
                row.get(0),
                Plain.number(row.get(1)),
                Plain.number(row.get(2)),
                Plain.number(row.get(3)),
                row.get(3).isEmpty() ? "" : row.get(4)))
        .toList();
  }

  private static final Format WORKLOAD =
      new Format(
          "w.csv",
          """
          task_type,arrival_s,deadline_s,execution_time_s,machine_type
          encode,0.5,2.25,0.125,fast
          caption,1,3,,
          encode,1.75,9,2.5,slow
          """,
          ",",
          (file, problems) ->
              WorkloadFiles.readAlone(file, problems)
                  .map(read -> MutatedInputsTest.tasks(read.value())),
          text ->
              tasks(
                  Plain.rows(
                      text,
                      "task_type",
                      "arrival_s",
                      "deadline_s",
                      "execution_time_s",
                      "machine_type")));

  private static final LogMapping MAPPING =
      new LogMapping(
          Map.of(
              LogField.ARRIVAL, "submitted",
              LogField.TYPE, "job",
              LogField.TIME, "took",
              LogField.DEADLINE, "due"),
          ',',
          List.of(),
          new TimeText(Map.of(), Optional.empty(), Optional.empty()),
          Map.of(),
          DeadlineRule.DEFAULT,
          Optional.empty(),
          Map.of(),
          BadLineHandling.REFUSE,
          false,
          Duration.ofNanos(1));

  private static final Format LOG =
      new Format(
          "log.csv",
          """
          job,submitted,took,due,state
          encode,0.5,0.125,4.5,ok
          caption,1.75,2.5,9,ok
          encode,3,7,10,ok
          """,
          ",",
          (file, problems) ->
              MappedLogs.read(file, MAPPING, Optional.empty(), problems)
                  .map(Loaded::value)
                  .map(MutatedInputsTest::tasks),
          text ->
              tasks(
                  Plain.rows(text, "job", "submitted", "due", "took", "none").stream()
                      .map(MutatedInputsTest::asLogsSay)
                      .sorted(Comparator.comparing(row -> new BigDecimal(Plain.number(row.get(1)))))
                      .toList()));

  /** Durations may have units, and 0 is none that is known; a deadline may be twice the time. */
  private static List<String> asLogsSay(List<String> row) {
    String took = row.get(3).replaceFirst("^([0-9.]+) ?s$", "$1");
    took = took.replaceFirst("^([0-9.]+) ms$", "$1e-3");
    if (took.matches("[0-9.]+d")) {
      took =
          Plain.number(new BigDecimal(took.replace("d", "")).multiply(BigDecimal.valueOf(86_400)));
    }
    took = Plain.number(took).equals("0") ? "" : took;
    String due = row.get(2);
    if (due.isEmpty() && !took.isEmpty()) {
      BigDecimal span = new BigDecimal(Plain.number(took)).multiply(BigDecimal.TWO);
      due = new BigDecimal(Plain.number(row.get(1))).add(span).toPlainString();
    }
    return List.of(row.get(0), row.get(1), due, took, "");
  }

  /** Count, least and greatest time of each cell. */
  private static final Format SAMPLES =
      new Format(
          "times.csv",
          """
          task_type,machine_type,execution_time_s
          encode,fast,0.125
          encode,fast,0.5
          encode,slow,2
          caption,fast,3
          caption,slow,4.5
          """,
          ",",
          (file, problems) -> samples(file, problems).map(MutatedInputsTest::cells),
          text -> cells(Plain.rows(text, "task_type", "machine_type", "execution_time_s")));

  private static final Format TABLE =
      new Format(
          "eet.csv",
          """
          task_type,fast,slow
          encode,0.125,2
          caption,3,4.5
          """,
          ",",
          (file, problems) -> samples(file, problems).map(MutatedInputsTest::cells),
          text -> {
            String[] header =
                Arrays.stream(text.lines().findFirst().orElse("").split(",", -1))
                    .map(Plain::field)
                    .toArray(String[]::new);
            List<List<String>> rows = Plain.rows(text, header);
            return cells(
                rows.stream()
                    .flatMap(row ->
                        IntStream.range(1, header.length)
                            .mapToObj(i -> List.of(row.get(0), header[i], row.get(i))))
                    .toList());
          });

  private static Optional<MeasuredPet> samples(Path file, Problems problems) {
    return SampleFiles.measure(
            new MeasuredFiles(file, Optional.empty(), new TypeChoice(List.of(), List.of())),
            new SampleSettings(Duration.ofNanos(1), OptionalLong.empty(), MissingCells.CANNOT_RUN),
            problems)
        .map(Loaded::value);
  }

  private static List<String> cells(MeasuredPet pet) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < pet.cells().size(); i++) {
      for (int j = 0; j < pet.cells().get(i).size(); j++) {
        String name =
            pet.table().taskTypes().get(i) + " " + pet.table().machineTypes().get(j) + " ";
        pet.cells()
            .get(i)
            .get(j)
            .ifPresent(cell ->
                cells.add(
                    name
                        + cell.samples()
                        + " "
                        + Plain.number(rounded(cell.leastSeconds()))
                        + " "
                        + Plain.number(rounded(cell.greatestSeconds()))));
      }
    }
    return cells.stream().sorted().toList();
  }

  private static BigDecimal rounded(double seconds) {
    return BigDecimal.valueOf(seconds).round(new MathContext(12));
  }

  private static List<String> cells(List<List<String>> rows) {
    Map<String, List<BigDecimal>> cells = new TreeMap<>();
    for (List<String> row : rows) {
      if (!row.get(2).isEmpty()) {
        cells
            .computeIfAbsent(row.get(0) + " " + row.get(1) + " ", name -> new ArrayList<>())
            .add(new BigDecimal(Plain.number(row.get(2))));
      }
    }
    return cells.entrySet().stream()
        .map(cell ->
            cell.getKey()
                + cell.getValue().size()
                + " "
                + Plain.number(cell.getValue().stream().min(BigDecimal::compareTo).orElseThrow())
                + " "
                + Plain.number(cell.getValue().stream().max(BigDecimal::compareTo).orElseThrow()))
        .toList();
  }

  private static final Format PET =
      new Format(
          "p.pet.csv",
          """
          # tick 1 ms, step 125
          task_type,machine_type,time_s,mass
          encode,fast,0.125,0.5
          encode,fast,0.5,0.5
          encode,slow,2,1
          caption,fast,3,1
          caption,slow,4.5,1
          """,
          ",",
          (file, problems) ->
              PetFiles.read(file, MissingCells.ERROR, problems)
                  .filter(loaded -> loaded.notes().isEmpty())
                  .map(loaded -> masses(loaded.value())),
          text ->
              Plain.rows(text, "task_type", "machine_type", "time_s", "mass").stream()
                  .map(row ->
                      String.join(
                          " ",
                          row.get(0),
                          row.get(1),
                          Plain.number(row.get(2)),
                          Plain.number(row.get(3))))
                  .sorted()
                  .toList());

  private static List<String> masses(PetTable table) {
    List<String> masses = new ArrayList<>();
    PetMatrix matrix = table.matrix();
    for (int i = 0; i < matrix.taskTypes(); i++) {
      for (int j = 0; j < matrix.machineTypes(); j++) {
        Pmf pmf = matrix.get(i, j, 0);
        for (long t = pmf.earliest(); t <= pmf.latest(); t += pmf.step()) {
          double mass = pmf.cumulative(t) - pmf.cumulative(t - 1);
          if (mass > 0) {
            masses.add(
                String.join(
                    " ",
                    table.taskTypes().get(i),
                    table.machineTypes().get(j),
                    Plain.ticks(t, table.tick()),
                    Plain.number(mass)));
          }
        }
      }
    }
    return masses.stream().sorted().toList();
  }

  /** A trial file of the papers: milliseconds, types by number. */
  private static final Format TRIAL =
      new Format(
          "t.dat",
          """
          taskCount=3;
          0.50 0 2.25;
          1.00 1 3.00;
          1.75 0 9.00;
          """,
          " ",
          (file, problems) ->
              TrialFiles.readAlone(file, problems)
                  .filter(loaded -> loaded.notes().isEmpty())
                  .map(Loaded::value)
                  .map(typed ->
                      typed.workload().tasks().stream()
                          .map(task ->
                              "%s %s %s"
                                  .formatted(
                                      task.type(),
                                      Plain.number(task.arrival() / 100.0),
                                      Plain.number(task.deadline() / 100.0)))
                          .toList()),
          text ->
              text.lines()
                  .skip(1)
                  .filter(line -> !line.isBlank())
                  .map(line -> line.strip().replaceFirst(";$", "").split("\\s+"))
                  .map(row ->
                      row.length == 3
                          ? "%s %s %s"
                              .formatted(
                                  Plain.number(row[1]), Plain.number(row[0]), Plain.number(row[2]))
                          : "?")
                  .toList());

  /** The journal of a system; entries are read, and written again. */
  private static final Format JOURNAL =
      new Format(
          "j.jsonl",
          journal(),
          ":",
          (file, problems) -> {
            List<String> lines = new ArrayList<>();
            JournalFiles.read(file, entry -> lines.add(JournalFiles.line(entry)), problems);
            return problems.isEmpty()
                ? Optional.of(lines.stream().map(MutatedInputsTest::json).toList())
                : Optional.empty();
          },
          text ->
              text.lines().filter(line -> !line.isBlank()).map(MutatedInputsTest::json).toList());

  private static String journal() {
    HcSystem system = TinySystems.twoByTwo();
    Task task = new Task(0, 1, 5, 30);
    List<Journal.Entry> entries =
        List.of(
            new Journal.Began(
                0,
                system,
                PolicySettings.JOURNAL.rules(),
                "PAM",
                "{}",
                List.of(),
                List.of(),
                Optional.empty(),
                List.of()),
            new Journal.Arrived(5, task),
            new Journal.Started(7, new Placement(0, 0, 0), task),
            new Journal.MachineChanged(9, 1, false));
    return entries.stream().map(JournalFiles::line).collect(Collectors.joining("\n", "", "\n"));
  }

  /** A line with its numbers written one way, and without blanks. */
  private static String json(String line) {
    return Pattern.compile("(?<=[:\\[,])[-0-9][0-9.eE+-]*(?=[,}\\]])")
        .matcher(line.replaceAll("\\s", ""))
        .replaceAll(found -> Plain.number(found.group()));
  }

  /** A mutant: the bytes, the text that they are if they are UTF-8, and the line that differs. */
  record Mutant(String what, byte[] bytes, Optional<String> text, int line) {
    static Mutant of(String what, List<String> lines, int line) {
      String text = String.join("\n", lines) + "\n";
      return new Mutant(what, text.getBytes(UTF_8), Optional.of(text), line + 1);
    }
  }

  static List<Mutant> mutants(Format format) {
    List<String> lines = format.text().lines().toList();
    List<Mutant> mutants = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      mutants.add(changed("line left out", lines, i, List.of()));
      mutants.add(changed("line doubled", lines, i, List.of(line, line)));
      mutants.add(changed("line blank", lines, i, List.of("")));
      for (int cut = 1; cut < line.length(); cut++) {
        mutants.add(changed("line cut", lines, i, List.of(line.substring(0, cut))));
      }
      String[] fields = line.split(Pattern.quote(format.separator()), -1);
      for (int j = 0; j < fields.length; j++) {
        for (UnaryOperator<String> operator : FIELDS) {
          String[] other = fields.clone();
          other[j] = operator.apply(fields[j]);
          mutants.add(
              changed("field changed", lines, i, List.of(String.join(format.separator(), other))));
        }
      }
    }
    String text = format.text();
    mutants.add(
        new Mutant("byte order mark", ("\ufeff" + text).getBytes(UTF_8), Optional.of(text), 0));
    mutants.add(
        new Mutant("CRLF", text.replace("\n", "\r\n").getBytes(UTF_8), Optional.of(text), 0));
    mutants.add(new Mutant("UTF-16", text.getBytes(UTF_16), Optional.empty(), 1));
    mutants.add(
        new Mutant(
            "Latin-1",
            (text.charAt(0) + "\u00e9" + text.substring(1)).getBytes(ISO_8859_1),
            Optional.empty(),
            1));
    return mutants;
  }

  private static Mutant changed(String what, List<String> lines, int at, List<String> others) {
    List<String> all = new ArrayList<>(lines);
    all.remove(at);
    all.addAll(at, others);
    return Mutant.of(what + ": " + others, all, at);
  }

  static Optional<String> fault(Path directory, Format format, Mutant mutant) {
    Problems problems = new Problems();
    Path file = directory.resolve(format.name());
    Optional<List<String>> read;
    try {
      Files.write(file, mutant.bytes());
      read = format.read().apply(file, problems);
    } catch (IOException | RuntimeException e) {
      return Optional.of(mutant.what() + " -> " + e);
    }
    if (read.isEmpty() || !problems.isEmpty()) {
      boolean told =
          problems.isEmpty() // taken with a note that tells of the change
              || problems.listed().stream()
                  .allMatch(problem -> problem.file().startsWith(directory));
      boolean placed =
          problems.isEmpty() || problems.listed().stream().anyMatch(MutatedInputsTest::hasPlace);
      return told && (placed || mutant.what().startsWith("line"))
          ? Optional.empty()
          : Optional.of(mutant.what() + " -> " + problems.listed());
    }
    Optional<List<String>> said;
    try {
      said = mutant.text().map(format.plain());
    } catch (NumberFormatException e) {
      said = Optional.empty();
    }
    return said.equals(read)
        ? Optional.empty()
        : Optional.of(mutant.what() + " -> read " + read.get() + ", says " + said);
  }

  /** A line, or the names of cells that are nowhere, or a file that is not there. */
  private static boolean hasPlace(Problem problem) {
    return problem.line() > 0
        || problem.message().startsWith("missing cells: ")
        || problem.message().startsWith("there is no such file");
  }

  @TestFactory
  Stream<DynamicTest> mutantsAreReadRightOrRefused() {
    return Stream.of(WORKLOAD, LOG, SAMPLES, TABLE, PET, TRIAL, JOURNAL)
        .map(format -> DynamicTest.dynamicTest(format.name(), () -> check(directory, format)));
  }

  /** A good file is read, and a sample of its mutants is read right or refused. */
  static void check(Path directory, Format format) {
    Mutant good = Mutant.of("good", format.text().lines().toList(), 0);
    assertThat(fault(directory, format, good)).isEmpty();
    List<Mutant> mutants = mutants(format);
    assertThat(
            TestSample.of(FEW, mutants.size())
                .mapToObj(i -> fault(directory, format, mutants.get(i)))
                .flatMap(Optional::stream))
        .isEmpty();
  }
}
