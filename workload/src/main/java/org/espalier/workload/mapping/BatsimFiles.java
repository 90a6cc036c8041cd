package org.espalier.workload.mapping;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.swf.SwfSettings;
import org.espalier.workload.text.Ticks;
import org.espalier.workload.trace.TaskDrafts;
import org.espalier.workload.trace.TypedWorkload;

/**
 * Workloads of Batsim in JSON: {@code jobs}, each with {@code id}, {@code subtime}, {@code profile}
 * and, where known, {@code walltime}; and {@code profiles}. The task type of a job is the name of
 * its profile. A profile of type {@code delay} tells what the job takes; others depend on the
 * platform that Batsim simulates.
 */
public final class BatsimFiles {
  private static final double MOST_SECONDS = 1e10;

  private final Path file;
  private final FileProblems problems;
  private final SwfSettings settings;
  private final Duration tick;
  private final Ticks ticks;
  private final TaskDrafts drafts;
  private final Map<String, Optional<Double>> delays = new HashMap<>();
  private final Set<String> types = new LinkedHashSet<>();
  private long several;
  private long withoutTime;

  private BatsimFiles(Path file, SwfSettings settings, Duration tick, Problems problems) {
    this.file = file;
    this.problems = problems.in(file);
    this.settings = settings;
    this.tick = tick;
    this.ticks = Ticks.perSecond(tick);
    this.drafts = new TaskDrafts(this.problems, settings.renames());
  }

  /**
   * Reads a file; empty if there are problems.
   *
   * @param settings of which deadlines, renames and the beginning count; the real run time is that
   *     of the profile
   * @param system whose task types the tasks have, by name; if empty, those of the file, and a tick
   *     is a millisecond
   */
  public static Optional<Loaded<TypedWorkload>> read(
      Path file, SwfSettings settings, Optional<HcSystem> system, Problems problems) {
    Duration tick = system.map(HcSystem::tick).orElse(Duration.ofMillis(1));
    BatsimFiles reader = new BatsimFiles(file, settings, tick, problems);
    return Document.text(file, problems)
        .flatMap(text -> Document.parse(text.replace('\t', ' '), file, problems))
        .flatMap(root -> reader.read(root, system));
  }

  private Optional<Loaded<TypedWorkload>> read(DocumentNode root, Optional<HcSystem> system) {
    Optional<DocumentNode> profiles = root.mapping("profiles").required();
    Optional<List<DocumentNode>> jobs = root.list("jobs").required();
    profiles.ifPresent(all -> all.keys().forEach(name -> readProfile(all, name)));
    jobs.orElse(List.of()).forEach(this::readJob);
    if (jobs.filter(List::isEmpty).isPresent()) {
      root.report("jobs", "has no jobs", "give at least one");
    }
    return problems.all().isEmpty()
        ? drafts
            .workload(
                String.valueOf(file.getFileName()).replaceFirst("(?i)\\.json$", ""),
                List.copyOf(types),
                system,
                tick,
                settings.fromZero())
            .map(typed -> new Loaded<>(typed, notes()))
        : Optional.empty();
  }

  private void readProfile(DocumentNode profiles, String name) {
    profiles
        .mapping(name)
        .required()
        .ifPresent(profile -> {
          boolean delays = profile.string("type").required().filter("delay"::equals).isPresent();
          this.delays.put(
              name,
              delays ? profile.number("delay", 0, MOST_SECONDS).required() : Optional.empty());
        });
  }

  private void readJob(DocumentNode job) {
    Optional<Double> submitted = job.number("subtime", 0, MOST_SECONDS).required();
    Optional<Double> requested =
        job.number("walltime", -1, MOST_SECONDS).find().filter(time -> time > 0);
    Optional<String> profile = job.string("profile").required();
    several += job.integer("res", 1, Integer.MAX_VALUE).orElse(1) > 1 ? 1 : 0;
    if (profile.filter(name -> !delays.containsKey(name)).isPresent()) {
      job.report("profile", "is none of the profiles", "name one that profiles has");
    } else if (submitted.isPresent() && profile.isPresent()) {
      add(job.line(), profile.get(), submitted.get(), requested);
    }
  }

  private void add(int line, String type, double submitted, Optional<Double> requested) {
    Optional<Double> time = delays.getOrDefault(type, Optional.empty()).filter(span -> span > 0);
    types.add(type);
    withoutTime += time.isPresent() ? 0 : 1;
    long arrival = Math.round(ticks.of(submitted));
    drafts.add(
        line,
        type,
        arrival,
        settings
            .deadlines()
            .basis(requested, time)
            .map(span -> arrival + Math.round(ticks.of(span * settings.deadlines().slack())))
            .orElse(Task.NO_DEADLINE),
        time.map(span -> new RecordedTime(Math.max(1, Math.round(ticks.of(span))), "", 0)));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    count(notes, several, "asked for several resources: each is one task on one machine");
    count(notes, withoutTime, "without an execution time: no delay above 0");
    return notes;
  }

  private void count(List<String> notes, long jobs, String what) {
    if (jobs > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %,d %s %s",
              file.getFileName(),
              jobs,
              jobs == 1 ? "job" : "jobs",
              what));
    }
  }
}
