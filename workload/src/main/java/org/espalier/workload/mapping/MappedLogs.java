package org.espalier.workload.mapping;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.workload.document.BadLines;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.swf.DeadlineRule.Basis;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;
import org.espalier.workload.trace.TaskDrafts;
import org.espalier.workload.trace.TypedWorkload;

/**
 * Makes workloads of logs in CSV by a {@link LogMapping}. Rows that the mapping passes over are
 * counted and noted, as is what is not known of tasks, and what rounding changes.
 *
 * <p>Where no column has the time, it is the end less the start, or less the arrival. Where none
 * has the arrival, it is the end less the time. A time or requested time that is empty, -1, 0 or a
 * word such as Unknown is not known.
 */
public final class MappedLogs {
  private static final String ONE_TYPE = "task";
  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(10_000_000_000L);

  private static final Set<String> UNKNOWN = Set.of("", "-1", "unknown", "none", "n/a");

  private final LogMapping mapping;
  private final FileProblems problems;
  private final Problems ofRows = new Problems();
  private final BadLines bad;
  private final TaskDrafts drafts;
  private final Duration tick;
  private final Optional<HcSystem> system;
  private final Set<String> types = new LinkedHashSet<>();
  private long passedOver;
  private long withoutTime;
  private long withoutDeadline;
  private long reckoned;
  private long fromReal;
  private long comments;
  private long coarse;
  private long unsorted;
  private long latest = Long.MIN_VALUE;

  private MappedLogs(LogMapping mapping, Optional<HcSystem> system, FileProblems problems) {
    this.mapping = mapping;
    this.system = system;
    this.problems = problems;
    this.bad = new BadLines(problems, mapping.badLines());
    this.drafts = new TaskDrafts(problems, mapping.renames());
    this.tick = system.map(HcSystem::tick).orElse(mapping.tick());
  }

  /** That a row is no task; the message is for the user. */
  private static final class NoTaskException extends Exception {
    private static final long serialVersionUID = 1L;
    private final LogField field;
    private final String remedy;

    NoTaskException(LogField field, String message, String remedy) {
      super(message);
      this.field = field;
      this.remedy = remedy;
    }
  }

  /**
   * Reads a log; empty if there are problems.
   *
   * @param system whose task types the tasks have, by name; if empty, those of the log
   */
  public static Optional<Loaded<TypedWorkload>> read(
      Path file, LogMapping mapping, Optional<HcSystem> system, Problems problems) {
    return new MappedLogs(mapping, system, problems.in(file)).read();
  }

  private Optional<Loaded<TypedWorkload>> read() {
    Collection<String> columns = new LinkedHashSet<>(mapping.columns().values());
    columns.addAll(mapping.where().keySet());
    new CsvTable(problems, List.copyOf(columns))
        .separatedBy(mapping.separator())
        .named(mapping.header())
        .rowProblems(ofRows.in(problems.file()))
        .comments(_ -> comments++)
        .read(this::readRow);
    takeBadRows();
    if (drafts.isEmpty() && problems.isEmpty()) {
      problems.report("has no rows that are tasks", "check --where and --map");
    }
    String name =
        String.valueOf(problems.file().getFileName()).replaceFirst("(?i)(\\.csv)?(\\.gz)?$", "");
    return problems.isEmpty()
        ? drafts
            .workload(name, List.copyOf(types), system, tick, mapping.fromZero())
            .map(typed -> new Loaded<>(typed, notes()))
        : Optional.empty();
  }

  private void takeBadRows() {
    ofRows.listed().forEach(p -> bad.add(p.line(), p.path(), p.value(), p.message(), p.remedy()));
    bad.addUnlisted(ofRows.count() - ofRows.listed().size());
  }

  private void readRow(CsvRow row) {
    for (Map.Entry<String, Set<String>> wanted : mapping.where().entrySet()) {
      if (!wanted.getValue().contains(row.get(wanted.getKey()))) {
        passedOver++;
        return;
      }
    }
    try {
      readTask(row);
    } catch (NoTaskException e) {
      row.report(
          mapping.columns().getOrDefault(e.field, ""), String.valueOf(e.getMessage()), e.remedy);
    }
  }

  private void readTask(CsvRow row) throws NoTaskException {
    Optional<BigDecimal> end = seconds(row, LogField.END);
    Optional<BigDecimal> start = seconds(row, LogField.START);
    Optional<BigDecimal> mapped = seconds(row, LogField.TIME);
    Optional<BigDecimal> came = seconds(row, LogField.ARRIVAL);
    if (came.isEmpty() && !mapping.columns().containsKey(LogField.ARRIVAL)) {
      came = end.flatMap(at -> mapped.map(at::subtract));
    }
    BigDecimal arrival =
        came.orElseThrow(
            () -> new NoTaskException(LogField.ARRIVAL, "arrival is not known", "remove the line"));
    if (arrival.signum() < 0) {
      throw new NoTaskException(LogField.ARRIVAL, "arrives before time 0", "correct it");
    }
    Optional<BigDecimal> time = mapped;
    if (!mapping.columns().containsKey(LogField.TIME)) {
      Optional<BigDecimal> begin =
          mapping.columns().containsKey(LogField.START) ? start : Optional.of(arrival);
      time = end.flatMap(at -> begin.map(at::subtract));
    }
    if (time.filter(span -> span.signum() < 0).isPresent()) {
      throw new NoTaskException(LogField.END, "ends before it begins", "correct one of them");
    }
    time = time.filter(span -> span.signum() > 0);
    String type = type(row);
    Optional<BigDecimal> deadline = deadline(row, arrival, time);
    if (deadline.filter(at -> at.compareTo(arrival) < 0).isPresent()) {
      throw new NoTaskException(LogField.DEADLINE, "deadline is before the arrival", "correct it");
    }
    add(row, type, arrival, deadline, time);
  }

  private String type(CsvRow row) throws NoTaskException {
    String type =
        mapping.columns().containsKey(LogField.TYPE) ? text(row, LogField.TYPE) : ONE_TYPE;
    if (type.isEmpty()) {
      throw new NoTaskException(LogField.TYPE, "a name is empty", "name the task type");
    }
    return type;
  }

  private void add(
      CsvRow row,
      String type,
      BigDecimal arrivalSeconds,
      Optional<BigDecimal> deadline,
      Optional<BigDecimal> time) {
    long arrival = ticks(arrivalSeconds);
    unsorted += arrival < latest ? 1 : 0;
    latest = Math.max(latest, arrival);
    withoutTime += time.isPresent() ? 0 : 1;
    withoutDeadline += deadline.isPresent() ? 0 : 1;
    types.add(type);
    drafts.add(
        row.line(),
        type,
        arrival,
        deadline.map(this::ticks).orElse(Task.NO_DEADLINE),
        time.map(span -> new RecordedTime(took(span), text(row, LogField.MACHINE), 0)));
  }

  private Optional<BigDecimal> deadline(CsvRow row, BigDecimal arrival, Optional<BigDecimal> time)
      throws NoTaskException {
    Optional<BigDecimal> given = seconds(row, LogField.DEADLINE);
    if (given.isPresent()) {
      return given;
    }
    reckoned += mapping.columns().containsKey(LogField.DEADLINE) ? 1 : 0;
    if (mapping.after().isPresent()) {
      return mapping.after().map(after -> arrival.add(Quantities.seconds(after)));
    }
    Optional<BigDecimal> requested =
        seconds(row, LogField.REQUESTED).filter(span -> span.signum() > 0);
    BigDecimal slack = BigDecimal.valueOf(mapping.deadlines().slack());
    boolean falls = mapping.deadlines().basis() == Basis.REQUESTED && requested.isEmpty();
    fromReal += falls && time.isPresent() ? 1 : 0;
    return mapping
        .deadlines()
        .basis(requested, time)
        .map(span -> arrival.add(span.multiply(slack)));
  }

  private String text(CsvRow row, LogField field) {
    String column = mapping.columns().get(field);
    return column == null ? "" : row.get(column);
  }

  /** Seconds of a field; empty if the log does not have it, or says that it is not known. */
  private Optional<BigDecimal> seconds(CsvRow row, LogField field) throws NoTaskException {
    String text = text(row, field);
    if (!mapping.columns().containsKey(field)
        || (field != LogField.ARRIVAL && UNKNOWN.contains(text.toLowerCase(Locale.ROOT)))) {
      return Optional.empty();
    }
    BigDecimal seconds =
        mapping
            .times()
            .seconds(field, text)
            .orElseThrow(
                () -> new NoTaskException(field, "is not a time", mapping.times().expected(field)));
    if (seconds.compareTo(MOST_SECONDS) > 0 || (field.isDuration() && seconds.signum() < 0)) {
      throw new NoTaskException(
          field,
          seconds.signum() < 0 ? "is negative" : "is more than 10000000000 s",
          "correct it, or give its unit with --unit");
    }
    return Optional.of(seconds);
  }

  private long ticks(BigDecimal seconds) {
    return seconds.divide(Quantities.seconds(tick), 0, RoundingMode.HALF_UP).longValueExact();
  }

  /** Ticks of an execution time: no time becomes 0. */
  private long took(BigDecimal seconds) {
    long ticks = Math.max(1, ticks(seconds));
    BigDecimal off = Quantities.seconds(tick).multiply(BigDecimal.valueOf(ticks)).subtract(seconds);
    coarse += off.abs().movePointRight(2).compareTo(seconds) > 0 ? 1 : 0;
    return ticks;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    bad.note().ifPresent(notes::add);
    if (comments > 0) {
      String rest = comments == 1 ? "a comment, as it begins" : "comments, as they begin";
      notes.add("%s taken for %s with #".formatted(Names.count(comments, "line"), rest));
    }
    count(notes, passedOver, "passed over: not what --where asks for");
    if (!mapping.columns().containsKey(LogField.TYPE)) {
      notes.add("no column names task types: all tasks are of one, " + ONE_TYPE);
    }
    notes.addAll(Names.alike(types));
    boolean spans = mapping.columns().containsKey(LogField.END);
    if (!mapping.columns().containsKey(LogField.TIME) && spans) {
      boolean started = mapping.columns().containsKey(LogField.START);
      notes.add(
          "execution times are from the %s to the end".formatted(started ? "start" : "arrival"));
    }
    count(notes, withoutTime, "without an execution time: it is not known, or 0");
    count(notes, reckoned, "without a deadline of their own: it is reckoned, where it can be");
    count(notes, fromReal, "without a requested time: deadline from the real one");
    count(notes, withoutDeadline, "without a deadline");
    count(notes, unsorted, "before a row ahead of them: sorted");
    count(
        notes,
        coarse,
        "with an execution time that ticks of %s (--tick) change by more than 1 %%"
            .formatted(Quantities.text(tick)));
    long twice = mapping.times().twice();
    if (twice > 0) {
      notes.add(Names.count(twice, "time") + " that clocks showed twice: the first was taken");
    }
    return notes.stream().map(note -> problems.file().getFileName() + ": " + note).toList();
  }

  private static void count(List<String> notes, long rows, String what) {
    if (rows > 0) {
      notes.add(Names.count(rows, "row") + " " + what);
    }
  }
}
