package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/**
 * A study as a study file with every option, so that it can be run again: what the user set is in
 * it, and paths are relative to the directory it goes to.
 */
public final class ResolvedStudy {
  private final Study study;
  private final Duration tick;
  private final Path directory;

  private ResolvedStudy(Study study, Duration tick, Path directory) {
    this.tick = tick;
    this.directory = directory;
    this.study = study.withFiles(file -> Path.of(YamlWriter.relative(file, directory)));
  }

  /**
   * The text of the file.
   *
   * @param tick of the system
   * @param directory where the file will stand
   * @param version of the program
   */
  public static String text(Study study, Duration tick, Path directory, String version) {
    return "# Written by Espalier; espalier run with this file runs it again\n"
        + YamlWriter.text(new ResolvedStudy(study, tick, directory).entries(version));
  }

  private Map<String, Object> entries(String version) {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("version", version);
    entries.put("name", study.about().name());
    entries.put("title", study.about().title());
    if (!study.about().description().isEmpty()) {
      entries.put("description", study.about().description());
    }
    Study.Plan plan = study.plan();
    entries.put("seed", plan.seed());
    entries.put("trials", plan.trials());
    entries.put("leave_out_first", plan.leftOut().first());
    entries.put("leave_out_last", plan.leftOut().last());
    plan.measureFrom().ifPresent(from -> entries.put("measure_from", Quantities.text(from)));
    plan.horizon().ifPresent(horizon -> entries.put("horizon", Quantities.text(horizon)));
    entries.put("preset", Names.word(study.comparison().preset()));
    entries.put("settings", settings());
    putSystem(entries);
    if (!isAxis(BeliefDimension.BELIEVED_PET)) {
      entries.put(BeliefDimension.BELIEVED_PET.key(), study.inputs().believedPet());
    }
    entries.put("workload", workload());
    entries.put("axes", axes());
    study.comparison().baseline().ifPresent(name -> entries.put("baseline", name));
    entries.put(
        "figures", study.presentation().figures().stream().map(ResolvedStudy::figure).toList());
    if (!study.presentation().traces().isEmpty()) {
      entries.put(
          "traces", study.presentation().traces().stream().map(ResolvedStudy::trace).toList());
    }
    return entries;
  }

  private String relative(Path file) {
    return YamlWriter.relative(file, directory);
  }

  private boolean isAxis(Dimension dimension) {
    return study.comparison().axisIndex(dimension.key()) >= 0;
  }

  private Map<String, String> settings() {
    Study.Comparison comparison = study.comparison();
    Map<String, String> settings = new LinkedHashMap<>();
    PolicySettings preset = comparison.preset().settings();
    for (PolicyOption option : PolicyOption.values()) {
      if (comparison.axisIndex(option.key()) < 0) {
        String given = comparison.settings().get(option);
        settings.put(option.key(), given == null ? option.text(preset, tick) : given);
      }
    }
    putParameters(comparison.settings(), PolicySetting::key, settings);
    return settings;
  }

  /** Puts the parameters among some settings, in the order of their keys. */
  private static void putParameters(
      Map<PolicySetting, String> settings,
      Function<PolicySetting, String> key,
      Map<String, String> entries) {
    settings.keySet().stream()
        .filter(ParameterSetting.class::isInstance)
        .sorted(Comparator.comparing(PolicySetting::key))
        .forEach(
            parameter -> entries.put(key.apply(parameter), settings.getOrDefault(parameter, "")));
  }

  private void putSystem(Map<String, Object> entries) {
    switch (study.inputs().system()) {
      case SystemSource.Described described -> {
        if (described.others().isEmpty()) {
          entries.put(SystemDimension.KEY, relative(described.file()));
        }
        if (!described.machines().isEmpty()) {
          entries.put(MachineCounts.BLOCK, new TreeMap<>(described.machines()));
        }
        described.times().ifPresent(times -> entries.put("pet", times(times)));
      }
      case SystemSource.Generated generated ->
          entries.put(SystemDimension.KEY, options(SystemOption.complete(generated.options())));
    }
  }

  /** Options of what is generated but for those that are axes. */
  private Map<String, Object> options(Map<? extends InputOption, String> options) {
    Map<String, Object> entries = new LinkedHashMap<>();
    options.forEach((option, value) -> {
      if (!isAxis(option)) {
        entries.put(option.key(), value);
      }
    });
    return entries;
  }

  private Object times(OtherTimes times) {
    return switch (times) {
      case OtherPet pet -> relative(pet.file());
      case MeasuredTimes measured -> {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("samples", relative(measured.samples()));
        measured.means().ifPresent(file -> entries.put("means", relative(file)));
        measured.step().ifPresent(step -> entries.put("step", Quantities.text(step)));
        yield entries;
      }
    };
  }

  private Map<String, Object> workload() {
    WorkloadSource source = study.inputs().workload();
    Map<WorkloadOption, String> options = WorkloadOption.complete(source.options());
    return switch (source) {
      case WorkloadSource.Files files -> {
        options.keySet().removeIf(o -> !WorkloadOption.OF_FILES.contains(o) || !files.heeds(o));
        Map<String, Object> entries = options(options);
        entries.put("files", files(files));
        yield entries;
      }
      case WorkloadSource.Generated generated -> {
        options.keySet().removeIf(o -> hangsOnAxis(o) && !source.options().containsKey(o));
        yield options(options);
      }
    };
  }

  /** Whether an option of generated workloads has no default of its own. */
  private boolean hangsOnAxis(WorkloadOption option) {
    return option == WorkloadOption.LOAD
        || (option == WorkloadOption.TASKS && isAxis(WorkloadOption.PATTERN));
  }

  private Object files(WorkloadSource.Files files) {
    Map<String, String> byPattern = new TreeMap<>(files.byPattern());
    byPattern.replaceAll((pattern, name) -> relative(files.directory().resolve(name)));
    String any = byPattern.get(WorkloadSource.Files.ANY_PATTERN);
    return any == null ? byPattern : any;
  }

  private Map<String, Object> axes() {
    Map<String, Object> axes = new LinkedHashMap<>();
    for (Axis axis : study.comparison().axes()) {
      axes.put(
          axis.dimension().key(),
          switch (axis.dimension()) {
            case PolicyDimension policy ->
                study.comparison().policies().stream().map(ResolvedStudy::policy).toList();
            case SystemDimension systems -> systems(systems);
            default -> axis.values();
          });
    }
    return axes;
  }

  private List<Map<String, String>> systems(SystemDimension systems) {
    List<Map<String, String>> entries = new ArrayList<>();
    systems
        .files()
        .forEach((name, file) -> entries.add(entry("name", name, "file", relative(file))));
    return entries;
  }

  private static Object policy(PolicyEntry policy) {
    if (policy.overrides().isEmpty() && policy.name().equals(policy.policy())) {
      return policy.name();
    }
    Map<String, String> entry = entry("policy", policy.policy(), "name", policy.name());
    for (PolicyOption option : PolicyOption.values()) {
      String value = policy.overrides().get(option);
      if (value != null) {
        entry.put(option.key(), value);
      }
    }
    putParameters(policy.overrides(), PolicySetting::entryKey, entry);
    return entry;
  }

  private static Map<String, String> entry(String... keysAndValues) {
    Map<String, String> entry = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entry.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return entry;
  }

  private static Map<String, Object> figure(Study.FigureRequest figure) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("title", figure.title());
    entry.put("caption", figure.caption());
    switch (figure) {
      case Study.ChartRequest chart -> {
        entry.put("kind", chart.lines() ? "lines" : "bars");
        entry.put("column", chart.column().key());
        entry.put("x", chart.x());
        entry.put("series", chart.series());
        entry.put("bound", chart.bound() ? "true" : "");
        entry.put("where", new TreeMap<>(chart.where()));
      }
      case Study.DistributionRequest distribution -> {
        entry.put("kind", "distribution");
        entry.put("column", distribution.column().key());
        entry.put("series", distribution.series());
        entry.put("where", new TreeMap<>(distribution.where()));
      }
      case Study.CumulativeRequest cumulative -> {
        entry.put("kind", "cumulative");
        entry.put("total", cumulative.total().key());
        entry.put("series", cumulative.series());
        entry.put("where", new TreeMap<>(cumulative.where()));
      }
      case Study.GanttRequest gantt -> entry.put("kind", "gantt");
    }
    entry.values().removeIf(value -> value.equals("") || value.equals(Map.of()));
    return entry;
  }

  private static Map<String, String> trace(Study.TraceRequest trace) {
    Map<String, String> entry = entry("trial", Integer.toString(trace.trial()));
    entry.putAll(new TreeMap<>(trace.at()));
    return entry;
  }
}
