package org.espalier.workload.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.DeadlineRule.Basis;
import org.espalier.workload.trace.TypedWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs in CSV as workloads, by a mapping of their columns; ticks are milliseconds. */
final class MappedLogsTest {
  private static final Map<LogField, String> COLUMNS =
      Map.of(LogField.ARRIVAL, "at", LogField.TYPE, "name", LogField.TIME, "took");

  @TempDir private Path directory;

  private final Problems problems = new Problems();

  private static TimeText times(Map<LogField, Duration> units, String pattern, String zone) {
    return new TimeText(
        units, Optional.ofNullable(pattern), Optional.ofNullable(zone).map(ZoneId::of));
  }

  private static LogMapping mapping(Map<LogField, String> columns) {
    return mapping(columns, times(Map.of(), null, null), BadLineHandling.REFUSE);
  }

  private static LogMapping mapping(
      Map<LogField, String> columns, TimeText times, BadLineHandling badLines) {
    return new LogMapping(
        columns,
        ',',
        List.of(),
        times,
        Map.of(),
        DeadlineRule.DEFAULT,
        Optional.empty(),
        Map.of(),
        badLines,
        false,
        Duration.ofMillis(1));
  }

  private Optional<Loaded<TypedWorkload>> read(String text, LogMapping mapping) throws IOException {
    Path file = Files.writeString(directory.resolve("log.csv"), text);
    return MappedLogs.read(file, mapping, Optional.empty(), problems);
  }

  private TypedWorkload good(String text, LogMapping mapping) throws IOException {
    return read(text, mapping).orElseThrow(() -> new AssertionError(problems.listed())).value();
  }

  private static RecordedTime recorded(long ticks) {
    return new RecordedTime(ticks, "", 0);
  }

  @Test
  void rowsBecomeTasksInOrderOfArrival() throws IOException {
    Loaded<TypedWorkload> log =
        read("name,other,at,took\nb,?,2.5,0.0001\na,?,1,2\nb,?,3,\n", mapping(COLUMNS))
            .orElseThrow();

    TypedWorkload typed = log.value();
    assertThat(typed.taskTypes()).containsExactly("b", "a");
    assertThat(typed.workload().name()).isEqualTo("log");
    assertThat(typed.workload().tasks())
        .containsExactly(
            new Task(0, 1, 1000, 5000),
            new Task(1, 0, 2500, 2500),
            new Task(2, 0, 3000, Task.NO_DEADLINE));
    assertThat(typed.workload().recorded()).isEqualTo(Map.of(0, recorded(2000), 1, recorded(1)));
    assertThat(log.notes())
        .containsExactly(
            "log.csv: 1 row without an execution time: it is not known, or 0",
            "log.csv: 2 rows without a requested time: deadline from the real one",
            "log.csv: 1 row without a deadline",
            "log.csv: 1 row before a row ahead of them: sorted",
            "log.csv: 1 row with an execution time that ticks of 1 ms (--tick) change by more than"
                + " 1 %");
  }

  @ParameterizedTest
  @CsvSource({
    "1795177690,,,1795177690000",
    "1795177690.5,,,1795177690500",
    "1.795e9,,,1795000000000",
    "2026-11-20T12:28:10Z,,,1795177690000",
    "2026-11-20 12:28:10Z,,,1795177690000",
    "2026-11-20T13:28:10.250+01:00,,,1795177690250",
    "2026-11-20T12:28:10+0000,,,1795177690000",
    "2026-11-20T13:28:10,,Europe/Zurich,1795177690000",
    "20.11.2026 13:28:10,dd.MM.yyyy HH:mm:ss,Europe/Zurich,1795177690000",
    "20/Nov/2026:13:28:10 +0100,dd/MMM/yyyy:HH:mm:ss Z,,1795177690000",
    "20261120122810,yyyyMMddHHmmss,UTC,1795177690000",
    "2611201228,yyMMddHHmm,UTC,1795177680000",
    "1795177690,dd.MM.yyyy HH:mm:ss,UTC,1795177690000",
    // clocks showed it twice: the first, at +02:00
    "2026-10-25T02:30:00,,Europe/Zurich,1792888200000",
  })
  void pointsInTimeCountFrom1970(String text, String pattern, String zone, long expected)
      throws IOException {
    TimeText times = times(Map.of(), pattern, zone);
    Map<LogField, String> columns = Map.of(LogField.ARRIVAL, "at");

    TypedWorkload log = good("at\n" + text + "\n", mapping(columns, times, BadLineHandling.REFUSE));

    assertThat(log.workload().tasks().getFirst().arrival()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "x",
    "-1",
    "1 2",
    "0x10",
    "NaN",
    "1e999",
    "'1,5'",
    "1e11",
    "١٢",
    "1d",
    "2026-11-20",
    "2026-11-20T12:28:10",
    "2026-02-30T12:28:10Z",
    "2026-11-20T24:00:00Z",
    "12:28:10"
  })
  void whatIsNoPointInTimeIsRefused(String text) throws IOException {
    Map<LogField, String> columns = Map.of(LogField.ARRIVAL, "at");

    assertThat(read("at,b\n\"" + text + "\",\n", mapping(columns))).isEmpty();
    assertThat(problems.listed()).singleElement().extracting(Problem::line).isEqualTo(2);
    assertThat(problems.listed().getFirst().path()).isEqualTo("at");
  }

  /** Seven figures would be a time of 234 days. */
  @Test
  void digitsThatArePartOfAPointInTimeAreNoNumber() throws IOException {
    TimeText times = times(Map.of(), "yyyyMMdd", "UTC");
    Map<LogField, String> columns = Map.of(LogField.ARRIVAL, "at");

    assertThat(read("at\n20261120\n", mapping(columns, times, BadLineHandling.REFUSE))).isEmpty();
    assertThat(problems.listed().toString()).contains("log.csv:2: at: is not a time");
  }

  @Test
  void whatClocksNeverShowedIsRefused() throws IOException {
    TimeText times = times(Map.of(), null, "Europe/Zurich");
    Map<LogField, String> columns = Map.of(LogField.ARRIVAL, "at");

    assertThat(read("at\n2026-03-29T02:30:00\n", mapping(columns, times, BadLineHandling.REFUSE)))
        .isEmpty();
    assertThat(problems.listed().toString()).contains("log.csv:2: at: is not a time");
  }

  @ParameterizedTest
  @CsvSource({
    "1.5,1500",
    "2 min,120000",
    "3.5 s,3500",
    "00:05:01,301000",
    "1-00:01:00.5,86460500",
    "36:00:00,129600000",
    "1e-3,1"
  })
  void durationsMayHaveUnits(String text, long expected) throws IOException {
    TypedWorkload log = good("at,name,took\n0,a," + text + "\n", mapping(COLUMNS));

    assertThat(log.workload().recorded()).isEqualTo(Map.of(0, recorded(expected)));
  }

  @Test
  void numbersHaveTheUnitsOfTheirFields() throws IOException {
    TimeText times =
        times(
            Map.of(LogField.ARRIVAL, Duration.ofNanos(1000), LogField.TIME, Duration.ofMinutes(1)),
            null,
            null);

    TypedWorkload log =
        good("at,name,took\n1500000,a,2\n", mapping(COLUMNS, times, BadLineHandling.REFUSE));

    assertThat(log.workload().tasks()).containsExactly(new Task(0, 0, 1500, 1500 + 2 * 120_000));
  }

  @Test
  void timesComeFromWhatThereIs() throws IOException {
    assertThat(
            good(
                    "a,s,e\n1,3,10\n",
                    mapping(Map.of(LogField.ARRIVAL, "a", LogField.START, "s", LogField.END, "e")))
                .workload()
                .recorded())
        .containsValue(recorded(7000));
    assertThat(
            good("e,t\n10,2.5\n", mapping(Map.of(LogField.END, "e", LogField.TIME, "t")))
                .workload()
                .tasks())
        .containsExactly(new Task(0, 0, 7500, 12_500));
    assertThat(
            good(
                    "a,s,e\n1,Unknown,10\n",
                    mapping(Map.of(LogField.ARRIVAL, "a", LogField.START, "s", LogField.END, "e")))
                .workload()
                .recorded())
        .isEmpty();
    assertThat(read("a,e\n5,4\n", mapping(Map.of(LogField.ARRIVAL, "a", LogField.END, "e"))))
        .isEmpty();
    assertThat(problems.listed().toString()).contains("log.csv:2: e: ends before it begins");
    assertThatThrownBy(() -> mapping(Map.of(LogField.END, "e")))
        .hasMessageContaining("no column is the arrival");
  }

  @Test
  void deadlinesByColumnRuleOrDefault() throws IOException {
    Map<LogField, String> columns =
        Map.of(
            LogField.ARRIVAL,
            "a",
            LogField.TIME,
            "t",
            LogField.REQUESTED,
            "r",
            LogField.DEADLINE,
            "d");
    String log = "a,t,r,d\n0,1,5,7\n0,1,5,\n0,1,-1,\n0,,,\n";

    Loaded<TypedWorkload> read = read(log, mapping(columns)).orElseThrow();
    assertThat(read.value().workload().tasks())
        .extracting(Task::deadline)
        .containsExactly(7000L, 10_000L, 2000L, Task.NO_DEADLINE);
    assertThat(read.notes())
        .contains(
            "log.csv: 3 rows without a deadline of their own: it is reckoned, where it can be",
            "log.csv: 1 row without a requested time: deadline from the real one",
            "log.csv: 1 row without a deadline");
    LogMapping other =
        new LogMapping(
            columns,
            ',',
            List.of(),
            times(Map.of(), null, null),
            Map.of(),
            new DeadlineRule(2, Basis.REAL),
            Optional.of(Duration.ofSeconds(9)),
            Map.of(),
            BadLineHandling.REFUSE,
            false,
            Duration.ofMillis(1));
    assertThat(good(log, other).workload().tasks())
        .extracting(Task::deadline)
        .containsExactly(7000L, 9000L, 9000L, 9000L);
  }

  @Test
  void onlyTheRowsThatAreAskedFor() throws IOException {
    LogMapping mapping =
        new LogMapping(
            Map.of(LogField.ARRIVAL, "at", LogField.TYPE, "name"),
            ';',
            List.of("name", "at", "state"),
            times(Map.of(), null, null),
            Map.of("state", Set.of("ok", "late")),
            DeadlineRule.DEFAULT,
            Optional.empty(),
            Map.of("a", "c"),
            BadLineHandling.REFUSE,
            true,
            Duration.ofSeconds(1));

    Loaded<TypedWorkload> log = read("a;5;ok\nb;x;bad\na;9;late\n", mapping).orElseThrow();

    assertThat(log.value().taskTypes()).containsExactly("c");
    assertThat(log.value().workload().tasks()).extracting(Task::arrival).containsExactly(0L, 4L);
    assertThat(log.notes()).contains("log.csv: 1 row passed over: not what --where asks for");
  }

  @Test
  void badRowsAreToldAtOnceOrLeftOut() throws IOException {
    String log = "at,name,took\nx,a,1\n1,,1\n2,a,-3\n3,a,1,9\n4,a\n5,a,1\n6,\"a,1\n7,a,1\n";

    assertThat(read(log, mapping(COLUMNS))).isEmpty();
    assertThat(problems.listed()).extracting(Problem::line).containsExactly(2, 3, 4, 5, 6, 8);
    Problems none = new Problems();
    Loaded<TypedWorkload> left =
        MappedLogs.read(
                directory.resolve("log.csv"),
                mapping(COLUMNS, times(Map.of(), null, null), BadLineHandling.LEAVE_OUT),
                Optional.empty(),
                none)
            .orElseThrow();
    assertThat(left.value().workload().tasks()).containsExactly(new Task(0, 0, 5000, 7000));
    assertThat(left.notes().getFirst())
        .startsWith("log.csv: 6 lines left out that are no jobs: line 2: at is not a time (x); ")
        .endsWith("; and 3 more");
  }

  @Test
  void moreBadRowsThanAreListedAreCounted() throws IOException {
    String log = "at\n1\n" + "x\n".repeat(120);

    assertThat(read(log, mapping(Map.of(LogField.ARRIVAL, "at")))).isEmpty();
    assertThat(problems.count()).isEqualTo(120);
  }

  @Test
  void linesThatAreTakenForCommentsAreCounted() throws IOException {
    assertThat(read("at,name,took\n1,a,2\n#2,a,2\n", mapping(COLUMNS)).orElseThrow().notes())
        .contains("log.csv: 1 line taken for a comment, as it begins with #");
  }

  @Test
  void columnsThatAreNotThereOrTwice() throws IOException {
    read("at,name,tok\n1,a,2\n", mapping(COLUMNS));
    read("at,at,name,took\n1,2,a,2\n", mapping(COLUMNS));

    assertThat(problems.listed().toString())
        .contains("log.csv:1: took: column missing from the header")
        .contains("log.csv:1: at: column stands twice in the header");
  }
}
