package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;

/** What commands noted of their own starts and ends, held against what is recorded of tasks. */
final class Notes {
  private static final Pattern LOST =
      Pattern.compile(
          "(?s)(its job \\d+ of Slurm is over|its agent was told to end|it is gone, and so was the"
              + " process).*");

  private static final Set<Fate> ENDED = EnumSet.of(Fate.ON_TIME, Fate.LATE, Fate.FAILED);

  private final Map<String, List<Note>> notes = new HashMap<>();
  private final Instant epoch;
  private final Duration tolerance;
  private final List<String> differences = new ArrayList<>();
  private Duration greatest = Duration.ZERO;
  private Duration longestAfterStop = Duration.ZERO;
  private int ended;
  private int stopped;
  private int unknown;
  private int lost;
  private int held;
  private final boolean losesMachines;
  private final List<Standstill> standstills;

  /**
   * A keeper of a machine stood still; of what ended meanwhile it notes the end when it goes on.
   */
  record Standstill(String machine, Instant from, Instant until) {
    /** Whether that is why the end of a task is recorded when it is. */
    boolean explains(LiveTask task, Instant end, Instant recorded, Duration tolerance) {
      return task.run().filter(run -> run.machine().equals(machine)).isPresent()
          && end.isAfter(from.minus(tolerance))
          && end.isBefore(until)
          && recorded.isBefore(until.plus(tolerance));
    }
  }

  private record Note(String what, Instant time, String status) {}

  /**
   * Those of a file.
   *
   * @param epoch when tick 0 was; a tick is a millisecond
   * @param tolerance by how much records may differ
   * @param losesMachines whether tasks may be lost with their machines
   * @param standstills of keepers of tasks
   */
  Notes(
      Path file,
      Instant epoch,
      Duration tolerance,
      boolean losesMachines,
      List<Standstill> standstills)
      throws IOException {
    this.losesMachines = losesMachines;
    this.standstills = standstills;
    this.epoch = epoch;
    this.tolerance = tolerance;
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      if (words[2].isEmpty()) {
        continue; // it was stopped while it looked at the clock
      }
      Instant time = Instant.EPOCH.plusNanos(Long.parseLong(words[2]));
      notes
          .computeIfAbsent(words[1], name -> new ArrayList<>())
          .add(new Note(words[0], time, words[3]));
    }
  }

  /** Holds all of them against what is recorded; what differs, one line each. */
  List<String> differences(Collection<LiveTask> tasks) {
    tasks.forEach(this::compare);
    return differences;
  }

  private void compare(LiveTask task) {
    List<Note> own =
        notes.getOrDefault(task.submission().parameters().get("name"), List.<Note>of());
    long began = own.stream().filter(note -> note.what().equals("began")).count();
    check(began <= 1, "ran twice", task, own);
    check(began <= task.attempts(), "ran unrecorded", task, own);
    check(task.ending().isPresent(), "has not left", task, own);
    Optional<Note> end = own.stream().filter(note -> !note.what().equals("began")).findFirst();
    if (losesMachines && isLost(task)) {
      compareLoss(task, own);
    } else if (end.isEmpty()) {
      check(
          !ENDED.contains(task.ending().orElseThrow().fate()) || began == 0,
          "is recorded with an end that it did not note",
          task,
          own);
      check(began > 0 || !hasExitStatus(task), "did not run", task, own);
    } else if (end.get().what().equals("ended")) {
      compareEnd(task, end.get(), own);
    } else {
      compareStop(task, end.get(), own);
    }
  }

  /** One that was being stopped has the fate of that. */
  private static boolean isLost(LiveTask task) {
    Ending ending = task.ending().orElseThrow();
    boolean isTold = LOST.matcher(ending.detail()).matches();
    return !hasExitStatus(task) && (isTold || ending.fate() == Fate.FAILED);
  }

  /** A command whose end nobody could tell; it does not go on once that is recorded. */
  private void compareLoss(LiveTask task, List<Note> own) {
    Ending ending = task.ending().orElseThrow();
    lost++;
    Instant latest = instant(ending.time()).plus(tolerance);
    check(
        own.stream().allMatch(note -> note.time().isBefore(latest)), "ran on when lost", task, own);
    check(LOST.matcher(ending.detail()).matches(), "was lost for another reason", task, own);
  }

  private static boolean hasExitStatus(LiveTask task) {
    return task.ending().orElseThrow().exitCode().isPresent();
  }

  /** A command that ended by itself. */
  private void compareEnd(LiveTask task, Note end, List<Note> own) {
    Fate fate = task.ending().orElseThrow().fate();
    Instant recorded = instant(task.ending().orElseThrow().time());
    Duration off = Duration.between(end.time(), recorded);
    if (off.compareTo(tolerance) > 0
        && standstills.stream().anyMatch(s -> s.explains(task, end.time(), recorded, tolerance))) {
      held++;
      return;
    }
    ended++;
    if (!ENDED.contains(fate)) { // it was given up while it was about to end
      check(off.compareTo(tolerance) <= 0, "ended before it is recorded as stopped", task, own);
      check(off.negated().compareTo(tolerance) <= 0, "ended long after it was stopped", task, own);
      return;
    }
    greatest = off.abs().compareTo(greatest) > 0 ? off.abs() : greatest;
    check(off.abs().compareTo(tolerance) <= 0, "ended at another time", task, own);
    int status = Integer.parseInt(end.status());
    OptionalInt code = task.ending().orElseThrow().exitCode();
    unknown += code.isEmpty() ? 1 : 0;
    check(code.equals(OptionalInt.of(status)), "has another exit status", task, own);
    check((fate == Fate.FAILED) == (status != 0), "has another fate", task, own);
    Duration early = Duration.between(end.time(), instant(task.deadline()));
    if (status == 0 && early.abs().compareTo(tolerance) > 0) {
      check((fate == Fate.ON_TIME) == early.isPositive(), "has another fate", task, own);
    }
  }

  /** A command that was stopped. */
  private void compareStop(LiveTask task, Note stop, List<Note> own) {
    Fate fate = task.ending().orElseThrow().fate();
    stopped++;
    check(!ENDED.contains(fate), "was stopped", task, own);
    Duration after = Duration.between(instant(task.ending().orElseThrow().time()), stop.time());
    longestAfterStop = after.compareTo(longestAfterStop) > 0 ? after : longestAfterStop;
    check(after.negated().compareTo(tolerance) <= 0, "was stopped too early", task, own);
  }

  private Instant instant(long tick) {
    return epoch.plusMillis(tick);
  }

  private void check(boolean holds, String fault, LiveTask task, List<Note> own) {
    if (!holds) {
      differences.add(
          "%s: %s; noted %s; recorded to end at %s, due at %s"
              .formatted(
                  fault,
                  task,
                  own,
                  task.ending().map(e -> instant(e.time())).orElse(Instant.MAX),
                  instant(task.deadline())));
    }
  }

  /** That there was something to compare. */
  void assertMuch(int kills) {
    assertThat(ended).as("commands that ended by themselves").isGreaterThan(kills);
    assertThat(stopped).as("commands that were stopped").isPositive();
  }

  @Override
  public String toString() {
    return "%d ended by themselves, the record at most %d ms off; %d were stopped, at most %d ms after they were given up; %d without exit status; %d were lost; of %d the keeper stood still"
        .formatted(
            ended, greatest.toMillis(), stopped, longestAfterStop.toMillis(), unknown, lost, held);
  }
}
