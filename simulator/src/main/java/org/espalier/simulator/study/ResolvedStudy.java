package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.generator.TaskMixReader;
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
    Study.Plan plan = study.plan();
    Map<String, Object> entries =
        YamlWriter.entries(
            "version", version,
            "name", study.about().name(),
            "title", study.about().title(),
            "description", study.about().description(),
            "seed", plan.seed(),
            "trials", plan.trials(),
            "leave_out_first", plan.leftOut().first(),
            "leave_out_last", plan.leftOut().last(),
            "measure_from", plan.measureFrom(),
            "horizon", plan.horizon(),
            "retries", Optional.of(plan.retries()).filter(retries -> retries > 0),
            "preset", study.comparison().preset(),
            "settings", settings());
    entries.putAll(system());
    String belief = isAxis(Dimension.BELIEF) ? "" : study.inputs().believedPet();
    List<Study.TraceRequest> traces = study.presentation().traces();
    entries.putAll(
        YamlWriter.entries(
            Dimension.BELIEF,
            belief,
            "workload",
            workload(),
            "axes",
            axes(),
            "baseline",
            study.comparison().baseline(),
            "figures",
            study.presentation().figures().stream().map(ResolvedStudy::figure).toList(),
            "traces",
            some(traces.stream().map(ResolvedStudy::trace).toList())));
    return entries;
  }

  private static <T> Optional<List<T>> some(List<T> items) {
    return Optional.of(items).filter(found -> !found.isEmpty());
  }

  private String relative(Path file) {
    return place.apply(file).toString();
  }

  private boolean isAxis(String key) {
    return study.comparison().axisIndex(key) >= 0;
  }

  private Map<String, Object> settings() {
    Study.Comparison comparison = study.comparison();
    Map<String, Object> settings = new LinkedHashMap<>();
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
      Map<String, Object> entries) {
    settings.keySet().stream()
        .filter(ParameterSetting.class::isInstance)
        .sorted(Comparator.comparing(PolicySetting::key))
        .forEach(parameter ->
            entries.put(
                key.apply(parameter),
                ForecastText.located(parameter, settings.getOrDefault(parameter, ""), place)));
  }

  private Map<String, Object> system() {
    return switch (study.inputs().system()) {
      case SystemSource.Described described ->
          YamlWriter.entries(
              Dimension.SYSTEM,
              isAxis(Dimension.SYSTEM)
                  ? ""
                  : relative(described.systems().values().iterator().next()),
              MachineCounts.BLOCK,
              Optional.of(new TreeMap<>(described.machines())).filter(m -> !m.isEmpty()),
              "pet",
              described.times().map(this::times));
      case SystemSource.Generated generated ->
          Map.of(Dimension.SYSTEM, options(generated.options().complete(SystemOptions.ALL)));
    };
  }

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
      case MeasuredTimes measured ->
          YamlWriter.entries(
              "samples", relative(measured.samples()),
              "means", measured.means().map(this::relative),
              "step", measured.step());
    };
  }

  private Map<String, Object> workload() {
    WorkloadSource source = study.inputs().workload();
    Map<String, Object> entries = options(source.complete());
    switch (source) {
      case WorkloadSource.Files files -> {
        entries.put("files", files(files));
        files.windows().ifPresent(windows -> entries.put("windows", windows(windows)));
      }
      case WorkloadSource.Generated(var given, var mix) -> {
        if (isAxis(WorkloadOptions.PATTERN.key()) && !given.has(WorkloadOptions.TASKS)) {
          entries.remove(WorkloadOptions.TASKS.key()); // their default hangs on the pattern
        }
        mix.ifPresent(types -> entries.put(WorkloadOptions.TYPES, TaskMixReader.entries(types)));
      }
    }
    return entries;
  }

  private static Object windows(WorkloadSource.Windows windows) {
    return YamlWriter.entries("length", windows.length(), "count", windows.count());
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
            case Dimension.Plain plain when plain.key().equals(Dimension.POLICY) ->
                study.comparison().policies().stream().map(this::policy).toList();
            case Dimension.Systems systems -> systems(systems);
            default -> axis.values();
          });
    }
    return axes;
  }

  private List<Map<String, Object>> systems(Dimension.Systems systems) {
    return systems.files().entrySet().stream()
        .map(file -> YamlWriter.entries("name", file.getKey(), "file", relative(file.getValue())))
        .toList();
  }

  private Object policy(PolicyEntry policy) {
    if (policy.overrides().isEmpty() && policy.name().equals(policy.policy())) {
      return policy.name();
    }
    Map<String, Object> entry =
        YamlWriter.entries("policy", policy.policy(), "name", policy.name());
    for (PolicyOption option : PolicyOption.values()) {
      Optional.ofNullable(policy.overrides().get(option))
          .ifPresent(v -> entry.put(option.key(), v));
    }
    putParameters(policy.overrides(), PolicySetting::entryKey, entry);
    return entry;
  }

  private static Map<String, Object> figure(Study.FigureRequest figure) {
    return YamlWriter.entries(
        "title", figure.title(),
        "caption", figure.caption(),
        "kind", figure.kind(),
        "column", figure.column().map(Column::key),
        "total", figure.total(),
        "x", figure.x(),
        "series", figure.series(),
        "bound", figure.bound() ? "true" : "",
        "above", figure.above().map(Column::key),
        "where", where(figure.where()));
  }

  private static Optional<Map<String, String>> where(Map<String, String> held) {
    return held.isEmpty() ? Optional.empty() : Optional.of(new TreeMap<>(held));
  }

  private static Map<String, Object> trace(Study.TraceRequest trace) {
    Map<String, Object> entry = YamlWriter.entries("trial", trace.trial());
    entry.putAll(new TreeMap<>(trace.at()));
    return entry;
  }
}
