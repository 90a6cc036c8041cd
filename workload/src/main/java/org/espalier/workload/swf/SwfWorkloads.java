package org.espalier.workload.swf;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.Ticks;
import org.espalier.workload.trace.TaskDrafts;
import org.espalier.workload.trace.TypedWorkload;

/**
 * Makes workloads of traces: each job with a run time becomes a task that arrives when the job was
 * submitted. Task types and deadlines are by the rules of {@link SwfSettings}.
 *
 * <p>Left out, and noted: jobs whose real run time is not known or 0 (they were cancelled before
 * they began, or failed at once), jobs without a submit time, and the parts of interrupted jobs,
 * which have a line of their own. Noted too: jobs that asked for several processors, since a task
 * runs on one machine, jobs that wait for others, and a trace that does not begin at 0. Times are
 * rounded to ticks.
 */
public final class SwfWorkloads {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final double LATE_SECONDS = 86_400;

  /** By what part of itself rounding may change a run time before that is said. */
  private static final double MUCH = 0.01;

  private static final Set<String> SHOWN_KEYS = Set.of("Computer", "Installation", "MaxProcs");

  private final FileProblems problems;
  private final SwfSettings settings;
  private final Optional<HcSystem> system;
  private final Duration tick;
  private final Ticks ticks;
  private final TaskDrafts drafts;
  private final SortedSet<Long> types = new TreeSet<>();
  private final LeftOutJobs withoutRunTime = new LeftOutJobs("no usable run time");
  private final LeftOutJobs withoutSubmitTime = new LeftOutJobs("no submit time");
  private final LeftOutJobs parts = new LeftOutJobs("parts of interrupted jobs");
  private long earliest = Long.MAX_VALUE;
  private long latest;
  private long ofOthers;
  private long unsorted;
  private long withoutRequest;
  private long coarse;
  private long ofSeveralProcessors;
  private long mostProcessors;

  private SwfWorkloads(FileProblems problems, SwfSettings settings, Optional<HcSystem> system) {
    this.problems = problems;
    this.settings = settings;
    this.system = system;
    this.tick = system.map(HcSystem::tick).orElse(TICK);
    this.ticks = Ticks.perSecond(tick);
    this.drafts = new TaskDrafts(problems, settings.renames());
  }

  /**
   * Reads a trace; empty if there are problems.
   *
   * @param system the system whose task types the rule's types are, by name; if empty, the types
   *     are those that the rule finds, and a tick is a millisecond
   */
  public static Optional<Loaded<TypedWorkload>> read(
      Path file, SwfSettings settings, Optional<HcSystem> system, Problems problems) {
    return new SwfWorkloads(problems.in(file), settings, system).read();
  }

  private Optional<Loaded<TypedWorkload>> read() {
    Loaded<SwfHeader> header =
        SwfFiles.read(problems.file(), settings.badLines(), this::add, problems.all());
    return problems.all().isEmpty() ? trace(header) : Optional.empty();
  }

  private void add(SwfJob job) {
    if (job.isPart()) {
      parts.add(job);
    } else if (!(job.realSeconds().orElse(0) > 0)) {
      withoutRunTime.add(job);
    } else if (job.find(SwfField.SUBMIT_TIME).isEmpty()) {
      withoutSubmitTime.add(job);
    } else {
      ofOthers += job.isWaiting() ? 1 : 0;
      addTask(job, job.find(SwfField.SUBMIT_TIME).orElseThrow());
    }
  }

  private void addTask(SwfJob job, double seconds) {
    long arrival = Math.round(ticks.of(seconds));
    long allowed = Math.round(ticks.of(settings.deadlines().seconds(job)));
    unsorted += arrival < latest && !job.isWaiting() ? 1 : 0;
    earliest = Math.min(earliest, arrival);
    latest = Math.max(latest, arrival);
    withoutRequest += settings.deadlines().falls(job) ? 1 : 0;
    ofSeveralProcessors += job.processors() > 1 ? 1 : 0;
    mostProcessors = Math.max(mostProcessors, job.processors());
    long type = settings.types().number(job);
    types.add(type);
    double exact = ticks.of(job.realSeconds().orElseThrow());
    long took = Math.max(1, Math.round(exact));
    coarse += Math.abs(took - exact) > MUCH * exact ? 1 : 0;
    drafts.add(
        job.line(),
        settings.types().name(type),
        arrival,
        arrival + allowed,
        Optional.of(new RecordedTime(took, "", 0)));
  }

  private Optional<Loaded<TypedWorkload>> trace(Loaded<SwfHeader> header) {
    if (drafts.isEmpty()) {
      problems.report("has no jobs with a run time", "give at least one");
    }
    List<String> names = types.stream().map(settings.types()::name).toList();
    return drafts
        .workload(name(), names, system, tick, settings.fromZero())
        .map(typed -> new Loaded<>(typed, notes(header)));
  }

  /** The name of a trace: that of its file without endings. */
  private String name() {
    String file = String.valueOf(problems.file().getFileName());
    String name = file.replaceFirst("(?i)\\.gz$", "").replaceFirst("(?i)\\.swf$", "");
    return name.isEmpty() ? file : name;
  }

  private List<String> notes(Loaded<SwfHeader> header) {
    List<String> notes = new ArrayList<>();
    SHOWN_KEYS.stream()
        .sorted()
        .forEach(key ->
            header.value().find(key).ifPresent(value -> notes.add(key + ": " + printable(value))));
    notes.addAll(header.notes());
    notes.add("task types by " + settings.types().words());
    Stream.of(withoutRunTime, withoutSubmitTime, parts)
        .filter(jobs -> !jobs.isEmpty())
        .forEach(jobs -> notes.add(jobs.toString()));
    if (ofSeveralProcessors > 0) {
      notes.add(severalProcessors());
    }
    if (ofOthers > 0) {
      notes.add(waitingWords());
    }
    beginning().ifPresent(notes::add);
    if (withoutRequest > 0) {
      notes.add(
          Names.count(withoutRequest, "job")
              + " without a requested time: deadline from the real one");
    }
    if (coarse > 0) {
      notes.add(
          Names.count(coarse, "job")
              + " with a run time that ticks of %s change by more than 1 %%"
                  .formatted(Quantities.text(tick)));
    }
    if (unsorted > 0) {
      notes.add(Names.count(unsorted, "job") + " submitted before a job ahead of them: sorted");
    }
    return notes.stream().map(note -> problems.file().getFileName() + ": " + note).toList();
  }

  private String severalProcessors() {
    return String.format(
        Locale.ROOT,
        "%s of %,d asked for several processors, up to %,d: each is taken for one task on one"
            + " machine, so the load is not that of the log",
        Names.count(ofSeveralProcessors, "job"),
        drafts.size(),
        mostProcessors);
  }

  private String waitingWords() {
    return "%s for another one (field 17): taken to arrive when submitted"
        .formatted(
            ofOthers == 1 ? "1 job waits" : String.format(Locale.ROOT, "%,d jobs wait", ofOthers));
  }

  /** Tells of a trace that begins days late, and later than it lasts, as by the time of a clock. */
  private Optional<String> beginning() {
    long first = earliest;
    if (settings.fromZero() || first < ticks.of(LATE_SECONDS) || first <= latest - first) {
      return Optional.empty();
    }
    return Optional.of(
        "the first job was submitted at %s s: times are counted from there on request"
            .formatted(Ticks.seconds(first, tick)));
  }

  private static String printable(String value) {
    return value.replaceAll("\\p{Cntrl}", "?");
  }

  /** Jobs that become no task for one reason: how many, and the numbers of the first. */
  private static final class LeftOutJobs {
    private static final int LISTED = 10;

    private final String reason;
    private final List<Long> first = new ArrayList<>();
    private long count;

    LeftOutJobs(String reason) {
      this.reason = reason;
    }

    void add(SwfJob job) {
      count++;
      if (first.size() < LISTED) {
        first.add(job.number());
      }
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** The sentence of a note. */
    @Override
    public String toString() {
      String numbers = Names.listed(first.stream().map(String::valueOf), count, LISTED);
      return "%s left out: %s (%s)".formatted(Names.count(count, "job"), reason, numbers);
    }
  }
}
