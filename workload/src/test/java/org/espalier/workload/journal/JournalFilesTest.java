package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalFilesTest {
  private static final Task TASK = new Task(0, 1, 3, 90);
  private static final String BEGAN =
      """
      {"event":"began","time":0,"system":{"name":"s","tick":"PT0.001S","task_types":["a"],\
      "machine_types":[{"name":"x","price_per_hour":0,"idle_watts":0,"p_states":[{"name":"P0",\
      "active_watts":9}]},{"name":"y","price_per_hour":0,"idle_watts":0,"p_states":[{"name":"P0",\
      "active_watts":9}]}],"machines":[{"name":"x-0","type":0},{"name":"y-0","type":1}],\
      "pet":[[{"origin":5,"step":1,"masses":[1.0]},null]]},"rules":{"queue":3,\
      "scope":"executing","deadlines":"hard","trigger":{"arrivals":1,"completions":true,\
      "period":0}},"policy":"MM","settings":"{}","waiting":[],"running":[{"machine":0,"start":1,\
      "task":{"id":0,"type":0,"arrival":0,"deadline":9,\
      "utility":{"points":[[0,8],[600,4.5]]}}}]}
      """;

  @TempDir Path directory;

  private static List<Journal.Entry> entries(Task task, int machine, long time, double value) {
    Basis bare = Basis.of("expected completion", value);
    Basis held = new Basis("chance of \"success\"", value, 0.5);
    List<Journal.Entry> entries =
        new ArrayList<>(
            List.of(
                new Journal.Arrived(time, task),
                new Journal.Started(time, new Placement(machine, machine, 0), task),
                new Journal.HandedOver(time, new Placement(machine, machine, 0), task),
                new Journal.Executing(time, machine, task, time - 1),
                new Journal.Finished(time, machine, task, time),
                new Journal.EventHeld(time, 7, 2),
                new Journal.Charged(time, 12),
                new Journal.EventEnded(time),
                new Journal.LeftUnmanaged(time, 9, Fate.CANCELLED),
                new Journal.Decided(
                    time, new Decision.Assign(task, new Placement(machine, machine, 0), bare)),
                new Journal.Decided(
                    time,
                    new Decision.Defer(
                        task, new Placement(machine, machine, 0), DeferringFilter.REASON, held)),
                new Journal.Decided(
                    time,
                    new Decision.Defer(task, new Placement(machine, machine, 0), "energy", held)),
                new Journal.Decided(
                    time, new Decision.Discard(task, DropReason.LOW_UTILITY, held))));
    for (DropReason reason : DropReason.values()) {
      entries.add(new Journal.Decided(time, new Decision.Drop(task, machine, reason, held)));
      entries.add(new Journal.Decided(time, new Decision.Evict(task, machine, reason, bare)));
    }
    for (Fate fate : Fate.values()) {
      entries.add(
          new Journal.Left(
              new Departure(task, fate, new Placement(machine, machine, 0), time, time)));
    }
    entries.add(
        new Journal.Left(
            new Departure(
                task, Fate.EXPIRED_IN_BATCH, Placement.NOWHERE, Departure.NOT_STARTED, time)));
    return entries;
  }

  private Path write(List<Journal.Entry> entries) {
    try {
      return Files.write(
          directory.resolve("j.jsonl"), entries.stream().map(JournalFiles::line).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theFormat() throws IOException {
    Path file =
        write(
            List.of(
                new Journal.Arrived(3, TASK),
                new Journal.Decided(
                    4,
                    new Decision.Drop(
                        TASK,
                        2,
                        DropReason.BELOW_THRESHOLD,
                        new Basis("chance of success", 0.25, 0.5))),
                new Journal.Left(
                    new Departure(TASK, Fate.DROPPED_PENDING, new Placement(2, 2, 0), -1, 4))));

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"event\":\"arrived\",\"time\":3,"
                + "\"task\":{\"id\":0,\"type\":1,\"arrival\":3,\"deadline\":90}}",
            "{\"event\":\"dropped\",\"time\":4,"
                + "\"task\":{\"id\":0,\"type\":1,\"arrival\":3,\"deadline\":90},\"machine\":2,"
                + "\"reason\":\"below-threshold\","
                + "\"basis\":{\"measure\":\"chance of success\",\"value\":0.25,\"limit\":0.5}}",
            "{\"event\":\"left\",\"time\":4,"
                + "\"task\":{\"id\":0,\"type\":1,\"arrival\":3,\"deadline\":90},"
                + "\"fate\":\"dropped-pending\",\"machine\":2}");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    qt().withExamples(50)
        .forAll(
            integers().between(0, Integer.MAX_VALUE),
            longs().between(0, Long.MAX_VALUE / 2),
            doubles().any())
        .checkAssert((number, time, value) -> {
          Task task = new Task(number, number / 3, time / 2, time);
          List<Journal.Entry> entries = entries(task, number % 64, time, value);
          assertThat(JournalFiles.read(write(entries))).isEqualTo(entries);
        });
  }

  @Test
  void infiniteAndUndefinedNumbersSurvive() {
    List<Journal.Entry> entries = new ArrayList<>();
    for (double value :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      entries.addAll(entries(TASK, 1, 5, value));
    }
    assertThat(JournalFiles.read(write(entries))).isEqualTo(entries);
  }

  @Test
  void badLinesAreTold() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("bad.jsonl"),
            """
            {"event":"arrived","time":3,"task":{"id":0,"type":1,"arrival":3,"deadline":90}}
            {"event":"arrived","time":3,"task":{"id":0,"ty
            {"event":"vanished","time":3}
            {"event":"held","time":3,"unmapped":1}
            {"event":"held","time":3.5,"unmapped":1,"misses":0}
            {"event":"arrived","time":3,"task":{"id":0,"type":1,"arrival":3,"deadline":2}}
            {"event":"left","time":4,"task":{"id":0,"type":1,"arrival":3,"deadline":9},"fate":"?"}
            [1]
            7 8
            """);
    Problems problems = new Problems();
    List<Journal.Entry> entries = new ArrayList<>();
    JournalFiles.read(file, entries::add, problems);

    assertThat(entries).hasSize(1);
    assertThat(problems.listed())
        .extracting(problem -> problem.line())
        .containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(problems.listed().get(1).message())
        .isEqualTo("is no journal entry: unknown event \"vanished\"");
  }

  /** Each of them ended the command with an exception of Java, or would ask for all memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tick\":\"PT0.001S\" > \"tick\":\"1 ms\" > tick is \"1 ms\", which is no duration",
        "\"type\":1} > \"type\":2} > a machine has type 2 of 2 machine types",
        "\"type\":1} > \"type\":-1} > a machine has type -1 of 2 machine types",
        "\"pet\":[[ > \"pet\":[0,[ > a row of pet is no list",
        "\"pet\":[[ > \"pet\":[[null, > a row of pet is a list of 3; expected 2",
        "\"masses\":[1.0] > \"masses\":[\"x\"] > one of masses is no number",
        "[600,4.5] > [600] > one of points is a list of 1; expected 2",
        "\"completions\":true > \"completions\":2 > completions is neither true nor false",
        "\"waiting\":[] > \"waiting\":{} > waiting is no list",
        "\"time\":0, > \"time\":0,\"format\":2, > the journal has format 2 and this program reads format 1; use the program that wrote it",
      })
  void whatIsWrongInABeginningIsTold(String change) throws IOException {
    String[] parts = change.split(" > ");
    Path file =
        Files.writeString(directory.resolve("bad.jsonl"), BEGAN.replace(parts[0], parts[1]));
    Problems problems = new Problems();
    JournalFiles.read(file, entry -> {}, problems);

    assertThat(problems.listed())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.message()).isEqualTo("is no journal entry: " + parts[2]));
  }

  @Test
  void theBeginningThatTheseChangeIsSound() {
    assertThat(JournalFiles.read(Path.of("began"), BEGAN.lines())).hasSize(1);
  }
}
