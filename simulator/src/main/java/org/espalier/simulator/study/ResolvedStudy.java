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
import java.util.function.UnaryOperator;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/**
 * A study as a study file with every option, so that it can be run again. What the user set is in
 * it, and paths are relative to the directory it goes to.
 */
public final class ResolvedStudy {
  private final Study study;
  private final Duration tick;
  private final UnaryOperator<Path> place;

  private ResolvedStudy(Study study, Duration tick, UnaryOperator<Path> place) {
    this.study = study;
    this.tick = tick;
    this.place = place;
  }

  /**
   * The text of the file.
   *
   * @param tick of the system
   * @param directory where the file will stand
   * @param version of the program
   */
  public static String text(Study study, Duration tick, Path directory, String version) {
    UnaryOperator<Path> relative = file -> Path.of(YamlWriter.relative(file, directory));
    return "# Written by Espalier; espalier run with this file runs it again\n"
        + YamlWriter.text(new ResolvedStudy(study, tick, relative).entries(version));
  }

  /** The same with one name for all files: what it says, wherever they are. */
  public static String nameless(Study study, Duration tick, String version) {
    Path name = Path.of("file");
    return YamlWriter.text(new ResolvedStudy(study, tick, file -> name).entries(version));
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
    if (!isAxis(BeliefDimension.KEY)) {
      entries.put(BeliefDimension.KEY, study.inputs().believedPet());
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
    return place.apply(file).toString();
  }

  private boolean isAxis(String key) {
    return study.comparison().axisIndex(key) >= 0;
  }

  private Map<String, String> settings() {
    Study.Comparison comparison = study.comparison();
    Map<String, String> settings = new LinkedHashMap<>();
    PolicySettings preset = comparison.preset().settings();
    for (PolicyOption option : PolicyOption.values()) {
      if (!isAxis(option.key())) {
        String given = comparison.settings().get(option);
        settings.put(option.key(), given == null ? option.text(preset, tick) : given);
      }
    }
    putParameters(comparison.settings(), PolicySetting::key, settings);
    return settings;
  }

  /** Puts the parameters among some settings, in the order of their keys, files in their place. */
  private void putParameters(
      Map<PolicySetting, String> settings,
      Function<PolicySetting, String> key,
      Map<String, String> entries) {
    settings.keySet().stream()
        .filter(ParameterSetting.class::isInstance)
        .sorted(Comparator.comparing(PolicySetting::key))
        .forEach(parameter ->
            entries.put(
                key.apply(parameter),
                ForecastText.located(parameter, settings.getOrDefault(parameter, ""), place)));
  }

  private void putSystem(Map<String, Object> entries) {
    switch (study.inputs().system()) {
      case SystemSource.Described described -> {
        if (!isAxis(SystemDimension.KEY)) {
          described.systems().values().forEach(f -> entries.put(SystemDimension.KEY, relative(f)));
        }
        if (!described.machines().isEmpty()) {
          entries.put(MachineCounts.BLOCK, new TreeMap<>(described.machines()));
        }
        described.times().ifPresent(times -> entries.put("pet", times(times)));
      }
      case SystemSource.Generated generated ->
          entries.put(
              SystemDimension.KEY, options(generated.options().complete(SystemOptions.ALL)));
    }
  }

  /** Options of what is generated but for those that are axes. */
  private Map<String, Object> options(InputValues options) {
    Map<String, Object> entries = new LinkedHashMap<>();
    options
        .texts()
        .forEach((option, value) -> {
          if (!isAxis(option.key())) {
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
    InputValues values = study.inputs().workload().options();
    InputValues all = WorkloadOptions.complete(values);
    return switch (study.inputs().workload()) {
      case WorkloadSource.Files files -> {
        Map<String, Object> entries =
            options(all.complete(WorkloadOptions.OF_FILES.stream().filter(files::heeds).toList()));
        entries.put("files", files(files));
        files
            .windows()
            .ifPresent(windows ->
                entries.put(
                    "windows",
                    entry(
                        "length", Quantities.text(windows.length()),
                        "count", Integer.toString(windows.count()))));
        yield entries;
      }
      case WorkloadSource.Generated generated -> {
        boolean hangsOnAxis = isAxis(WorkloadOptions.PATTERN.key());
        yield options(
            all.complete(
                WorkloadOptions.OF_GENERATED.stream()
                    .filter(option ->
                        option != WorkloadOptions.TASKS || !hangsOnAxis || values.has(option))
                    .toList()));
      }
    };
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
          axis.key(),
          switch (axis.dimension()) {
            case PolicyDimension policy ->
                study.comparison().policies().stream().map(this::policy).toList();
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

  private Object policy(PolicyEntry policy) {
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
