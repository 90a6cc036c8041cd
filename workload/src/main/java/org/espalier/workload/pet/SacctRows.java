package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * Execution times from what {@code sacct --parsable2} of Slurm prints. A sample is a job, or an
 * element of an array, that completed on one machine. Its name is the task type, its partition the
 * machine type. What is left out is counted.
 */
final class SacctRows {
  private static final String JOB_ID = "JobID";
  private static final String JOB_NAME = "JobName";
  private static final String PARTITION = "Partition";
  private static final String NODES = "NodeList";
  private static final String STATE = "State";
  private static final String SECONDS = "ElapsedRaw";
  private static final String CLOCK = "Elapsed";

  private static final Pattern ID =
      Pattern.compile("[0-9]+(_[0-9]+|_\\[[^\\]]*\\])?(?<part>\\+[0-9]+)?(?<step>\\..+)?");

  private static final Pattern TIME =
      Pattern.compile("(?:([0-9]{1,5})-)?([0-9]{1,5}):([0-5][0-9]):([0-5][0-9])");

  /** What ran until it was stopped, and would have gone on. */
  private static final Set<String> CUT_SHORT = Set.of("TIMEOUT", "DEADLINE");

  /** Whole seconds are off by more than 1 % below this. */
  private static final long FINE_SECONDS = 100;

  private final SampleTable table;
  private final TypeChoice choice;
  private final FileProblems problems;
  private final Map<String, Long> unfinished = new TreeMap<>();
  private final Map<String, Long> leftOut = new TreeMap<>();

  /** Ids with machine and time, since ids may begin anew, and jobs may run again by theirs. */
  private final Set<String> jobs = new HashSet<>();

  private long taken;
  private long coarse;

  /** A file whose samples a table takes. */
  SacctRows(SampleTable table, TypeChoice choice, FileProblems problems) {
    this.table = table;
    this.choice = choice;
    this.problems = problems;
  }

  /** Reads the file, and tells what was made of it. */
  List<String> read() {
    new CsvTable(problems, SacctRows::columns).separatedBy('|').read(this::readRow);
    List<String> notes = notes();
    if (taken == 0 && problems.isEmpty()) {
      String why = notes.isEmpty() ? "" : ": " + String.join("; ", notes);
      problems.report(
          "has no wanted job that completed on one machine" + why,
          "give what sacct --parsable2 prints of a longer time");
    }
    return notes;
  }

  private static List<String> columns(List<String> header) {
    boolean hasClockOnly = header.contains(CLOCK) && !header.contains(SECONDS);
    return List.of(JOB_ID, JOB_NAME, PARTITION, NODES, STATE, hasClockOnly ? CLOCK : SECONDS);
  }

  private void readRow(CsvRow row) {
    Matcher id = ID.matcher(row.get(JOB_ID));
    String state = row.get(STATE).replaceFirst(" by .*", ""); // CANCELLED by 1000
    if (!id.matches()) {
      row.report(JOB_ID, "is not the id of a job", "remove the line");
    } else if (id.group("step") != null) {
      leaveOut("steps, as the time of the whole job counts");
    } else if (!state.matches("[A-Z_]+")) {
      row.report(STATE, "is not the state of a job", "expected a word as COMPLETED");
    } else if (!state.equals("COMPLETED")) {
      unfinished.merge(state, 1L, Long::sum);
    } else if (id.group("part") != null) {
      leaveOut("parts of heterogeneous jobs");
    } else if (row.get(NODES).matches(".*[\\[,].*")) {
      leaveOut("jobs on several machines");
    } else if (row.get(JOB_NAME).isEmpty() || row.get(PARTITION).isEmpty()) {
      row.report("", "a name is empty", "name the job and its partition");
    } else {
      takeJob(row, new CellTable.Pair(row.get(JOB_NAME), row.get(PARTITION)));
    }
  }

  private void takeJob(CsvRow row, CellTable.Pair pair) {
    OptionalLong seconds =
        row.has(SECONDS) ? Numbers.whole(row.get(SECONDS)) : clock(row.get(CLOCK));
    if (!choice.has(pair)) {
      return;
    }
    if (!jobs.add(String.join("|", row.get(JOB_ID), row.get(NODES), seconds.toString()))) {
      leaveOut("rows that stand there before, as of lists of overlapping times");
      return;
    }
    if (seconds.isEmpty()) {
      leaveOut("jobs whose time Slurm does not know");
    } else if (seconds.getAsLong() == 0) {
      leaveOut("jobs of less than a second, which Slurm does not measure");
    } else {
      taken++;
      coarse += seconds.getAsLong() < FINE_SECONDS ? 1 : 0;
      table.add(pair.taskType(), pair.machineType(), 0, seconds.getAsLong());
    }
  }

  private void leaveOut(String what) {
    leftOut.merge(what, 1L, Long::sum);
  }

  private static OptionalLong clock(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      return OptionalLong.empty();
    }
    long days = time.group(1) == null ? 0 : Long.parseLong(time.group(1));
    long minutes = (days * 24 + Long.parseLong(time.group(2))) * 60 + Long.parseLong(time.group(3));
    return OptionalLong.of(minutes * 60 + Long.parseLong(time.group(4)));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!unfinished.isEmpty()) {
      String states =
          unfinished.entrySet().stream()
              .map(state -> state.getValue() + " " + state.getKey())
              .collect(Collectors.joining(", "));
      notes.add("left out jobs that did not complete: " + states);
    }
    if (CUT_SHORT.stream().anyMatch(unfinished::containsKey)) {
      notes.add("jobs that ran into a limit would have taken longer: long times are missing");
    }
    leftOut.forEach((what, number) -> notes.add("left out %s: %s".formatted(what, number)));
    if (coarse > 0) {
      notes.add(
          "%s of %s below %s s: Slurm counts whole seconds, so these may be off by more than 1 %%"
              .formatted(coarse, Names.count(taken, "sample"), FINE_SECONDS));
    }
    return notes;
  }
}
